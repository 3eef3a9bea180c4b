const KEY = 'chancery.demo'

/** The session of this tab: another tab may be somebody else. */
export class Session {
  #service
  #tokens = JSON.parse(sessionStorage.getItem(KEY) ?? 'null')

  constructor(service) {
    this.#service = service
  }

  get isOpen() {
    return this.#tokens !== null
  }

  async logIn(username, password) {
    this.#keep(await this.#post('app/auth/login', { username, password }))
  }

  async logOut() {
    await this.call('POST', 'app/auth/logout').catch(() => undefined)
    this.#keep(null)
  }

  /** For the messaging client: another token than the one that was refused. */
  async accessToken(refused) {
    if (this.#tokens && this.#tokens.accessToken === refused) await this.#refresh()
    return this.#tokens?.accessToken ?? null
  }

  async call(method, path, body) {
    const first = await this.#send(method, path, body)
    if (first.code !== 401) return first.data
    await this.#refresh()
    return (await this.#send(method, path, body)).data
  }

  async #refresh() {
    const { refreshToken } = this.#tokens ?? {}
    const answer = await this.#send('POST', 'app/auth/refresh', { refreshToken })
    this.#keep(answer.code === 200 ? answer.data : null)
  }

  async #post(path, body) {
    const { code, message, data } = await this.#send('POST', path, body)
    if (code !== 200) throw new Error(message)
    return data
  }

  async #send(method, path, body) {
    const headers = { 'content-type': 'application/json' }
    if (this.#tokens) headers.authorization = `Bearer ${this.#tokens.accessToken}`
    const options = { method, headers, body: body && JSON.stringify(body) }
    const response = await fetch(new URL(this.#service + path, document.baseURI), options)
    return response.json()
  }

  #keep(tokens) {
    this.#tokens = tokens
    if (tokens) sessionStorage.setItem(KEY, JSON.stringify(tokens))
    else sessionStorage.removeItem(KEY)
  }
}
