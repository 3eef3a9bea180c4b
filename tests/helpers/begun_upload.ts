import { once } from 'node:events'
import { request as httpRequest, type IncomingMessage } from 'node:http'

interface Upload {
  path: string
  token: string
  filename: string
  /** What is sent at once; the service waits for the rest. */
  begin: string
  /** What is sent by `end`. */
  rest: string
}

/** A file that the service has begun to receive, and waits for the rest of. */
export async function begunUpload({ path, token, filename, begin, rest }: Upload) {
  const request = httpRequest({
    host: process.env.HOST,
    port: process.env.PORT,
    path,
    method: 'POST',
    headers: {
      'authorization': `Bearer ${token}`,
      'content-type': 'multipart/form-data; boundary=b',
      'expect': '100-continue',
    },
  })
  request.on('error', () => undefined)
  const answered = once(request, 'response') as Promise<[IncomingMessage]>
  answered.catch(() => undefined)
  request.flushHeaders()
  await once(request, 'continue')
  const head = `content-disposition: form-data; name="file"; filename="${filename}"`
  request.write(`--b\r\n${head}\r\n\r\n${begin}`)
  return {
    abortSignal: () => request.destroy(),
    end: () => void request.end(`${rest}\r\n--b--\r\n`),
    async status() {
      const [response] = await answered
      response.resume()
      return response.statusCode!
    },
  }
}
