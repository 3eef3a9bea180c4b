import type { HttpContext } from '@adonisjs/core/http'
import { clientKey } from '#kernel/rate_limit/main'
import { HeldBodies } from './held_bodies.js'
import type { AdmittedBody } from './route_contract.js'

const MB = 1024 * 1024

/** Takes no more than its connection does. */
const READ_IN_PASSING = 4 * 1024
/** Bodies that are being read at a time; who sends one after the other has one. */
const OF_ADDRESS = 128
const OF_PERSON = 32

const bodies = new HeldBodies(64 * MB)

/** The room for a JSON body while it is read, of all that come in, and of those of whoever sends it. */
export function roomFor({ operator, request }: HttpContext): AdmittedBody {
  const address = { name: `address ${clientKey(request.ip())}`, most: OF_ADDRESS }
  const person = operator ? [{ name: `person ${operator.id}`, most: OF_PERSON }] : []
  return bodies.admit([address, ...person], READ_IN_PASSING)
}
