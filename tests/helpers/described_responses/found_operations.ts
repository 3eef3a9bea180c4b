import router from '@adonisjs/core/services/router'
import type { ApiDescription, Operation } from '#plugins/api_docs/main'

/** Finds the described operation that a request comes to, as the router does. */
export class FoundOperations {
  readonly #operations: ReadonlyMap<string, Operation>

  constructor({ operations }: ApiDescription) {
    this.#operations = new Map(operations.map((one) => [`${one.method} ${one.pattern}`, one]))
  }

  get count(): number {
    return this.#operations.size
  }

  /** `undefined` for what is no route, or is one that was drawn after the description was made. */
  at(target: string, method: string): Operation | undefined {
    const [path = '/'] = target.split('?')
    const asked = method === 'HEAD' ? 'GET' : method
    const pattern = patternAt(path, asked)
    return pattern === undefined
      ? undefined
      : this.#operations.get(`${asked.toLowerCase()} ${pattern}`)
  }
}

function patternAt(path: string, method: string): string | undefined {
  try {
    return router.match(path, method, true)?.route.pattern
  } catch {
    return undefined
  }
}
