/** A thread that sends one request after the other, and tells the longest time that one took. */
import { parentPort, workerData } from 'node:worker_threads'

const { url, headers } = workerData
let longest = 0
let goesOn = true
parentPort.once('message', () => (goesOn = false))

await request()
parentPort.postMessage('ready')
do longest = Math.max(longest, await request())
while (goesOn)
parentPort.postMessage(longest)

async function request() {
  const began = performance.now()
  const response = await fetch(url, { headers })
  await response.arrayBuffer()
  if (!response.ok) throw new Error(`${url}: ${response.status}`)
  return performance.now() - began
}
