import type { RedisClient } from './redis_client.js'
import { withoutArguments } from './redis_refusal.js'

export const TIMED_OUT = 'Command timed out'

/** A timer that fires so much later than it should tells that the process stood still. */
const LATE_MS = 50

/**
 * Keeps a connection from taking a standstill of this process for one of Redis: where the time-out of a command comes
 * late its answer may lie there unread, and it gets as long again.
 */
export function withPatience<Client extends RedisClient>(client: Client): Client {
  const { sendCommand } = client
  const longestMs = client.options.commandTimeout ?? 0

  client.sendCommand = (command, stream) => {
    const dueAt = performance.now() + longestMs
    const { reject } = command
    command.reject = (error) => {
      if (error.message !== TIMED_OUT) return reject(withoutArguments(error))
      if (performance.now() > dueAt + LATE_MS) setTimeout(reject, longestMs, error)
      else setImmediate(reject, error)
    }
    return sendCommand.call(client, command, stream)
  }
  return client
}
