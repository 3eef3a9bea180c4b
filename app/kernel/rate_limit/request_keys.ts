import type { HttpRequest } from '@adonisjs/core/http'

/**
 * Extension point: which version keys a request will need the stamp of, read along with its rate limit. Nothing
 * may be trusted here: the request is not authenticated yet.
 */
export abstract class RequestKeys {
  abstract keysOf(request: HttpRequest): readonly string[]
}

const NONE: readonly string[] = Object.freeze([])

export class NoRequestKeys extends RequestKeys {
  keysOf(): readonly string[] {
    return NONE
  }
}
