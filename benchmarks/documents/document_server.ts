import { randomUUID } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { writeCallback } from '#tests/fakes/document_server/signed_callback'
import { megabyteDocx } from '../harness/docx.js'
import { call } from '../harness/people.js'
import type { Side } from '../harness/stage.js'

export const SECRET = 'a secret that both sides of the editor share'

/** Serves another document of 1 MB whenever it is asked for one, and agrees to every command. */
export class DocumentServer {
  private constructor(
    readonly url: string,
    private readonly server: Server
  ) {}

  static async start(): Promise<DocumentServer> {
    const server = createServer((request, response) => {
      request.resume()
      response.end(request.method === 'GET' ? megabyteDocx() : '{"error":0}')
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    return new DocumentServer(`http://127.0.0.1:${port}`, server)
  }

  stop(): void {
    this.server.close()
    this.server.closeAllConnections()
  }
}

/** Somebody who has a document open, as far as the document server says so. */
export class Session {
  private constructor(
    private readonly callbackUrl: string,
    private readonly key: string,
    private readonly user: string
  ) {}

  static async open(side: Side, token: string): Promise<Session> {
    const body = { title: 'Bench', fileType: 'docx' }
    const { id } = await call<{ id: number }>(side, 'POST', '/app/document', { token, body })
    const { document, editorConfig } = await call<{
      document: { key: string }
      editorConfig: { callbackUrl: string; user: { id: string } }
    }>(side, 'GET', `/app/document/${id}/editor-config`, { token })
    const session = new Session(editorConfig.callbackUrl, document.key, editorConfig.user.id)
    const { user } = session
    if (!(await session.tell({ status: 1, actions: [{ type: 1, userid: user }] })))
      throw new Error('The callback of an opened document was refused.')
    return session
  }

  /** Saves what is served below the address, at a path of its own, while the document stays open. */
  save(from: string): Promise<boolean> {
    const forced = { forcesavetype: 1, userdata: '', filetype: 'docx' }
    return this.tell({ status: 6, url: `${from}/${randomUUID()}/output.docx`, ...forced })
  }

  /** Sends a signed callback; whether it was taken. */
  async tell(more: Record<string, unknown>): Promise<boolean> {
    const payload = { key: this.key, users: [this.user], ...more }
    const { headers, bodyText } = writeCallback(payload, { secret: SECRET, now: Date.now() })
    const { 'Content-Length': _, 'Accept-Encoding': __, ...rest } = headers
    const response = await fetch(this.callbackUrl, {
      method: 'POST',
      headers: rest,
      body: bodyText,
    })
    return ((await response.json()) as { error: number }).error === 0
  }
}
