/** Talks to the service in the name of whoever logged in. */
export class Service {
  #root
  #token

  constructor(root) {
    this.#root = root
  }

  async logIn(username, password) {
    const { accessToken } = await this.call('POST', 'app/auth/login', { username, password })
    this.#token = accessToken
  }

  get(path) {
    return this.call('GET', path)
  }

  async call(method, path, body) {
    const response = await fetch(this.#root + path, {
      method,
      headers: {
        ...(body ? { 'Content-Type': 'application/json' } : {}),
        ...(this.#token ? { Authorization: `Bearer ${this.#token}` } : {}),
      },
      body: body && JSON.stringify(body),
    })
    const { message, data } = await response.json()
    if (response.ok) return data
    throw Object.assign(new Error(message), { reason: data?.reason })
  }
}
