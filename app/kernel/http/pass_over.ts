import { finished } from 'node:stream/promises'
import type { HttpRequest } from '@adonisjs/core/http'
import { E_BAD_REQUEST } from './errors.js'
import { welcomeBody } from './read_bytes.js'

/**
 * Takes the rest of a body and keeps nothing of it: some clients hear no answer before they have sent all.
 *
 * @throws E_BAD_REQUEST when it breaks off
 */
export async function passOver(request: HttpRequest): Promise<void> {
  const incoming = request.request
  if (!incoming.readableDidRead) welcomeBody(request)
  try {
    await finished(incoming.resume(), { writable: false })
  } catch (error) {
    throw new E_BAD_REQUEST('The body broke off', { cause: error })
  }
}
