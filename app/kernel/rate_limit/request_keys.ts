import type { HttpRequest } from '@adonisjs/core/http'

/**
 * Extension point: which version keys a request will need the stamp of, read along with its rate limit. Nothing
 * may be trusted here: the request is not authenticated yet.
 */
export abstract class RequestKeys {
  abstract keysOf(request: HttpRequest): readonly string[]
}

/**
 * Version keys of what everybody's requests depend on, such as who may do what: the stamp that a request brings
 * along covers them. A plugin adds its own when it boots.
 */
export class CommonKeys {
  #keys: readonly string[] = []

  get all(): readonly string[] {
    return this.#keys
  }

  watch(...keys: string[]): void {
    this.#keys = [...new Set([...this.#keys, ...keys])]
  }
}

const NONE: readonly string[] = Object.freeze([])

export class NoRequestKeys extends RequestKeys {
  keysOf(): readonly string[] {
    return NONE
  }
}
