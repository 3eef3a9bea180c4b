import { Chancery } from '../client/index.js'

/** The user has logged out since the request. */
class Abandoned extends Error {}

export const isAbandoned = (error) => error instanceof Abandoned

export class Service {
  #chancery
  #stay = 0

  constructor(root, onSessionEnd) {
    const baseUrl = new URL(root, location.href).href
    this.#chancery = new Chancery({ baseUrl, onSessionEnd })
  }

  get isLoggedIn() {
    return this.#chancery.isLoggedIn
  }

  logIn(username, password) {
    this.abandon()
    return this.#chancery.logIn(username, password)
  }

  /** Ends the session here also where the service does not answer. */
  logOut() {
    this.abandon()
    return this.#chancery.logOut().catch(() => undefined)
  }

  get(path) {
    return this.call('GET', path)
  }

  call(method, path, body) {
    return this.during(
      this.#chancery.call(({ client }) => client.request({ method, url: `/${path}`, body }))
    )
  }

  /** The result of some work, unless the user has changed meanwhile. @throws Abandoned */
  async during(work) {
    const stay = this.#stay
    const [{ value, reason }] = await Promise.allSettled([work])
    if (stay !== this.#stay) throw new Abandoned()
    if (reason !== undefined) throw reason
    return value
  }

  /** Running work throws `Abandoned`. */
  abandon() {
    this.#stay += 1
  }
}

/** The message of an error with those of its fields. */
export function wordsOf({ message, errors = [] }) {
  const [first, ...others] = [message, ...errors.map((error) => error.message)]
  const more = others.filter((text) => text !== first)
  return more.length > 0 ? `${first}: ${more.join('; ')}` : first
}
