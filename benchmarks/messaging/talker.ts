import { once } from 'node:events'
import { WebSocket } from 'ws'
import type { Seat } from './seat.js'

interface Heard {
  type: string
  entries?: { actorId: number; content: { text: string } }[]
}

let sent = 0

/** A client that sends, and reads what others send. */
export class Talker {
  acks = 0
  refusals = 0
  onAck: () => void = () => undefined
  onMessage: (text: string) => void = () => undefined

  private constructor(
    private readonly ws: WebSocket,
    private readonly conversationId: number,
    private readonly userId: number
  ) {
    ws.on('message', (data) => this.#hear(JSON.parse(String(data)) as Heard))
  }

  static async open({ url, token, conversationId }: Seat): Promise<Talker> {
    const headers = { authorization: `Bearer ${token}` }
    const ws = new WebSocket(url, { headers, perMessageDeflate: false, skipUTF8Validation: true })
    const [ready] = await once(ws, 'message')
    return new Talker(ws, conversationId, JSON.parse(String(ready)).userId)
  }

  send(text: string): void {
    sent += 1
    const id = `${process.pid}-${sent}`
    const { conversationId } = this
    const frame = {
      type: 'send',
      id,
      clientMessageId: id,
      conversationId,
      contentType: 'text',
      content: { text },
    }
    this.ws.send(JSON.stringify(frame))
  }

  close(): void {
    this.ws.terminate()
  }

  #hear({ type, entries = [] }: Heard): void {
    for (const { actorId, content } of entries)
      if (actorId !== this.userId) this.onMessage(content.text)
    if (type === 'error') this.refusals += 1
    if (type !== 'ack' && type !== 'error') return
    this.acks += 1
    this.onAck()
  }
}
