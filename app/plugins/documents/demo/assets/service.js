import { Chancery } from '../client/index.js'

/** What somebody asked for comes to nothing: they are not there any more. */
class Abandoned extends Error {}

export const isAbandoned = (error) => error instanceof Abandoned

/** Talks to the service in the name of whoever logged in, in this tab or in another. */
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

  /** The session is over here in any case, also where nobody can be told. */
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

  /** What some work comes to, or fails with, for whoever began it; nobody else gets it. */
  async during(work) {
    const stay = this.#stay
    const [{ value, reason }] = await Promise.allSettled([work])
    if (stay !== this.#stay) throw new Abandoned()
    if (reason !== undefined) throw reason
    return value
  }

  /** What is under way is for nobody any more. */
  abandon() {
    this.#stay += 1
  }
}

/** All that the service said, which is also what to do about it. */
export function wordsOf({ message, errors = [] }) {
  const [first, ...others] = [message, ...errors.map((error) => error.message)]
  const more = others.filter((text) => text !== first)
  return more.length > 0 ? `${first}: ${more.join('; ')}` : first
}
