import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import {
  type RefusalClass,
  E_BAD_REQUEST,
  E_HEADERS_TOO_LARGE,
  E_PAYLOAD_TOO_LARGE,
  E_TOO_SLOW,
} from '#kernel/errors/main'
import { refuseOnSocket } from './refuse_on_socket.js'

/** What Node.js calls what it cannot read; all else is a bad request. */
const BY_CODE: Readonly<Record<string, RefusalClass>> = {
  HPE_HEADER_OVERFLOW: E_HEADERS_TOO_LARGE,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: E_PAYLOAD_TOO_LARGE,
  ERR_HTTP_REQUEST_TIMEOUT: E_TOO_SLOW,
}

/** Node.js keeps the answer under way there; its types do not say so. */
export type AnsweredSocket = Socket & { _httpMessage?: ServerResponse | null }

/** What never becomes a request is answered as everything else, unless another answer has begun to go out. */
export function answerUnreadable(server: Server): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket: AnsweredSocket) => {
    if (!socket.writable || socket._httpMessage?.headersSent) return void socket.destroy(error)
    const Known = BY_CODE[error.code ?? ''] ?? E_BAD_REQUEST
    refuseOnSocket(socket, new Known())
    socket.destroySoon()
  })
}
