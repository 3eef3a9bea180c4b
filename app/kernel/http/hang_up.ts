import type { HttpResponse } from '@adonisjs/core/http'

/** Tells when the client has left before it was answered: nobody waits for the rest of the work. */
export function hangUpOf({ response }: HttpResponse): AbortSignal {
  const controller = new AbortController()
  response.once('close', () => {
    if (!response.writableFinished) controller.abort(new Error('The client has hung up'))
  })
  return controller.signal
}
