import { once } from 'node:events'
import { request } from 'node:http'

/** Sends the head of a login and holds its body back; resolves when the service has taken the head. */
export async function heldLogin(url: string, password = 'any password') {
  const body = JSON.stringify({ username: 'admin', password })
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    'expect': '100-continue',
  }
  const held = request(`${url}/app/auth/login`, { method: 'POST', headers })
  const status = new Promise<number>((resolve, reject) => {
    held.on('response', (response) => resolve(response.resume().statusCode!)).on('error', reject)
  })
  held.flushHeaders()
  await once(held, 'continue')
  held.write(body.slice(0, 10))
  return { release: () => held.end(body.slice(10)), status }
}
