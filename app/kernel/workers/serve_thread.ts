import { once } from 'node:events'
import { parentPort, workerData } from 'node:worker_threads'
import { Refusal } from '#kernel/errors/main'
import type { ThreadMessage } from './messages.js'

/**
 * The whole life of a thread's script: its one job. Pieces are handed over one by one, each when the one before it
 * was taken; a refusal comes out as such where the job was given.
 */
export async function serveThread<Input, Piece>(
  work: (input: Input) => AsyncIterable<Piece>
): Promise<void> {
  const port = parentPort!
  const say = (message: ThreadMessage<Piece>) => port.postMessage(message)
  try {
    for await (const piece of work(workerData as Input)) {
      say({ kind: 'piece', piece })
      await once(port, 'message')
    }
    say({ kind: 'done' })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const { status, code, message, errors } = error
    say({ kind: 'refused', refusal: { status, code: code!, message, errors } })
  }
  port.unref()
}
