import type { History } from '../../history/history.js'

/** No fault of ours is met, whatever is asked, and nobody waits long, while nothing is broken. */
export function* answersRight(history: History): Generator<string> {
  const calls = history.stage.calls.splice(0)
  for (const { who, method, path, status, message, milliseconds } of calls) {
    const call = `${who}: ${method} ${path}`
    if (status >= 500 && status !== 503) yield `${call} is answered ${status} ${message}`
    if (history.isTroubled) continue
    if (status === 503) yield `${call} is answered 503 ${message}, and nothing is broken`
    if (status === 0) yield `${call} is not answered: ${message}`
    if (milliseconds > history.stage.longestMs) yield `${call} takes ${Math.round(milliseconds)} ms`
  }
}
