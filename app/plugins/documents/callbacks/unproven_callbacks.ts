import { inject } from '@adonisjs/core'
import type { HttpContext, HttpRequest } from '@adonisjs/core/http'
import { clientKey } from '#kernel/rate_limit/client_key'
import { enterAgain } from '#kernel/rate_limit/enter_limit'
import { RequestLimit } from '#kernel/rate_limit/request_limit'
import type { Bucket } from '#kernel/state/request_gate'
import { EditorSettings } from '../editor/editor_settings.js'
import type { CallbackProof } from './callback_proof.js'

/** A body that holds a signature is longer. */
const SHORTEST_SIGNED = 100

/** Callbacks of one client that are read for a signature in the body: all that a document server sends in a second. */
const READ_PER_SECOND = 2_000

/** Of one document and person, where nobody has to sign. */
const UNSIGNED_PER_SECOND = 200

/**
 * Callbacks that only their address vouches for. What the document server signs is never refused because of them:
 * where the body may hold its signature, they are counted once that has been looked for, apart from what has one.
 */
@inject()
export class UnprovenCallbacks {
  constructor(
    private readonly limit: RequestLimit,
    private readonly settings: EditorSettings
  ) {}

  /**
   * Counts one that turned out to be signed nowhere.
   *
   * @throws E_TOO_MANY_REQUESTS
   */
  async count(ctx: HttpContext, callback: CallbackProof): Promise<void> {
    const isCounted = callback.isSigned || !mayBeSigned(ctx.request)
    if (!isCounted) await enterAgain(ctx, this.limit, bucketOfUnsigned(callback, this.settings))
  }
}

/** Under what one is counted before its body is read; `null`: as anybody’s. */
export function bucketOfUnproven(
  request: HttpRequest,
  callback: CallbackProof,
  settings: EditorSettings
): Bucket | null {
  if (!mayBeSigned(request)) return bucketOfUnsigned(callback, settings)
  return { key: `editor:callback:read:${clientKey(request.ip())}`, perSecond: READ_PER_SECOND }
}

/** Where signatures are required it is nobody’s in particular. */
function bucketOfUnsigned({ doc, user }: CallbackProof, { config }: EditorSettings): Bucket | null {
  if (config.signedCallback === 'required') return null
  return { key: `editor:callback:unsigned:${doc}:${user}`, perSecond: UNSIGNED_PER_SECOND }
}

function mayBeSigned(request: HttpRequest): boolean {
  const announced = request.header('content-length')
  return announced === undefined ? request.hasBody() : Number(announced) >= SHORTEST_SIGNED
}
