import { once } from 'node:events'
import { WebSocket } from 'ws'
import type { Seat } from './seat.js'

interface Heard {
  type: string
  code?: number
  message?: { content: unknown }
}

let sent = 0

/** A client that sends, and reads what it gets. */
export class Talker {
  acks = 0
  refusals = 0
  onAck: () => void = () => undefined
  onMessage: (content: unknown) => void = () => undefined

  private constructor(
    private readonly ws: WebSocket,
    private readonly conversationId: number
  ) {
    ws.on('message', (data) => this.#hear(JSON.parse(String(data)) as Heard))
  }

  static async open({ url, token, conversationId }: Seat): Promise<Talker> {
    const headers = { authorization: `Bearer ${token}` }
    const ws = new WebSocket(url, { headers, perMessageDeflate: false, skipUTF8Validation: true })
    const talker = new Talker(ws, conversationId)
    await once(ws, 'message')
    return talker
  }

  send(content: string): void {
    sent += 1
    const id = `${process.pid}-${sent}`
    const { conversationId } = this
    const frame = {
      type: 'send',
      id,
      clientMessageId: id,
      conversationId,
      contentType: 'text',
      content,
    }
    this.ws.send(JSON.stringify(frame))
  }

  close(): void {
    this.ws.terminate()
  }

  #hear({ type, message }: Heard): void {
    if (type === 'message') return this.onMessage(message!.content)
    if (type === 'error') this.refusals += 1
    if (type !== 'ack' && type !== 'error') return
    this.acks += 1
    this.onAck()
  }
}
