import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'

interface StreamEvent {
  channel: string
  payload: any
}

/**
 * Opens a stream of server-sent events, and reads it.
 *
 * @param path of the service under test, or a whole address
 */
export async function noticeStream(path: string, headers: Record<string, string> = {}) {
  const own = `http://${process.env.HOST}:${process.env.PORT}`
  const request = get(new URL(path, own), { headers })
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  const events: StreamEvent[] = []
  response.setEncoding('utf8')
  let begun = ''
  response.on('data', (chunk: string) => {
    const lines = (begun + chunk).split('\n')
    begun = lines.pop()!
    for (const line of lines) {
      if (!line.startsWith('data:')) continue
      events.push(JSON.parse(line.slice(5)) as StreamEvent)
      response.emit('event')
    }
  })
  const ended = once(response, 'close')
  return {
    status: response.statusCode,
    ended,
    async next(): Promise<StreamEvent> {
      while (events.length === 0)
        await once(response, 'event', { signal: AbortSignal.timeout(60_000) })
      return events.shift()!
    },
    close: () => response.destroy(),
  }
}
