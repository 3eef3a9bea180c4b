import type { ServerResponse } from 'node:http'
import type { HttpResponse } from '@adonisjs/core/http'
import { E_BAD_REQUEST } from '#kernel/errors/main'

/** Long loops ask for it at every step. */
const signals = new WeakMap<ServerResponse, AbortSignal>()

/** Aborted when the client disconnects before the response is complete; its reason is a refusal, so that it is not logged. */
export function clientAbortSignal({ response }: HttpResponse): AbortSignal {
  const signal = signals.get(response) ?? signalOf(response)
  signals.set(response, signal)
  return signal
}

function signalOf(response: ServerResponse): AbortSignal {
  const controller = new AbortController()
  const note = () => {
    if (!response.writableFinished) controller.abort(new E_BAD_REQUEST('The client has hung up'))
  }
  if (response.closed) note()
  else response.once('close', note)
  return controller.signal
}
