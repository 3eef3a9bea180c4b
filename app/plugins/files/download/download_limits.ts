import type { HttpContext } from '@adonisjs/core/http'
import { clientAbortSignal } from '#kernel/http/main'
import { clientKey } from '#kernel/rate_limit/main'
import { KeyedSemaphore } from '#kernel/workers/main'
import { say } from '#kernel/languages/main'

const QUEUE = {
  limit: Infinity,
  maxQueuePerKey: 256,
  busyMessage: say`Too many of your downloads are waiting; try again in a moment`,
}

/** A download occupies an open file, or a connection to the bucket, for as long as its reader takes. */
const perUser = new KeyedSemaphore({ ...QUEUE, limitPerKey: 32 })
/** Of links without a session, such as those of the document server. */
const perAddress = new KeyedSemaphore({ ...QUEUE, limitPerKey: 256 })

/**
 * Waits until the caller may download one more file. The download counts until its response is closed.
 *
 * @throws E_TOO_MANY_REQUESTS where too many wait; E_BAD_REQUEST where the client disconnected while waiting
 */
export async function awaitDownload({ operator, request, response }: HttpContext): Promise<void> {
  const signal = clientAbortSignal(response)
  const release = operator
    ? await perUser.acquire(String(operator.id), signal)
    : await perAddress.acquire(clientKey(request.ip()), signal)
  if (response.response.closed) release()
  else response.response.once('close', release)
}
