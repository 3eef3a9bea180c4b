import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A proxy that serves what is behind `target` under a prefix, which it strips and tells. */
export async function prefixProxy(
  target: URL,
  prefix: string
): Promise<{ url: string; server: Server }> {
  const server = createServer((incoming, outgoing) => {
    if (!incoming.url?.startsWith(`${prefix}/`)) return void outgoing.writeHead(404).end()

    const headers = { ...incoming.headers, 'x-forwarded-prefix': prefix }
    const { hostname, port } = target
    const path = incoming.url.slice(prefix.length)
    const passed = request({ hostname, port, path, method: incoming.method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    })
    passed.on('error', () => outgoing.destroy())
    incoming.pipe(passed)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}${prefix}`, server }
}
