import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/** Beneath those that the system gives to whoever asks for any: until it is listened on nobody is given it. */
const [FROM, TO] = [10_000, 32_000]

export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(FROM, TO)
    if (await isFree(port)) return port
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
}
