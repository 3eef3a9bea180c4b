import { Chancery } from '../client/index.js'

/** Talks to the service in the name of whoever logged in, in this tab or in another. */
export class Service {
  #chancery

  constructor(root, onSessionEnd) {
    const baseUrl = new URL(root, location.href).href
    this.#chancery = new Chancery({ baseUrl, onSessionEnd })
  }

  get isLoggedIn() {
    return this.#chancery.isLoggedIn
  }

  logIn(username, password) {
    return this.#chancery.logIn(username, password)
  }

  /** The session is over here in any case, also where nobody can be told. */
  logOut() {
    return this.#chancery.logOut().catch(() => undefined)
  }

  get(path) {
    return this.call('GET', path)
  }

  call(method, path, body) {
    return this.#chancery.call(({ client }) => client.request({ method, url: `/${path}`, body }))
  }
}

/** All that the service said, which is also what to do about it. */
export function wordsOf({ message, errors = [] }) {
  const [first, ...others] = [message, ...errors.map((error) => error.message)]
  const more = others.filter((text) => text !== first)
  return more.length > 0 ? `${first}: ${more.join('; ')}` : first
}
