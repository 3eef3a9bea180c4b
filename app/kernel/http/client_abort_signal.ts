import type { HttpResponse } from '@adonisjs/core/http'
import { E_BAD_REQUEST } from '#kernel/errors/main'

/** Tells when the client has left before it was answered: nobody waits for the rest of the work, and it is no fault to log. */
export function clientAbortSignal({ response }: HttpResponse): AbortSignal {
  const controller = new AbortController()
  const note = () => {
    if (!response.writableFinished) controller.abort(new E_BAD_REQUEST('The client has hung up'))
  }
  if (response.closed) note()
  else response.once('close', note)
  return controller.signal
}
