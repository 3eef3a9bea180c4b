import { Service, wordsOf } from './service.js'
import { element } from './shown.js'

const ENDED = 'Your session has ended. Log in again.'

/** Stands before the desk until somebody is logged in, here or in another tab, and again when the session is over. */
export class Login {
  /** Talks to the service in their name. */
  service
  #enter
  #leave
  #leaving

  /**
   * @param root address of the service
   * @param enter fills the desk before it is shown, and goes on after it
   * @param leave clears it
   */
  constructor(root, { enter, leave = () => {} }) {
    this.#enter = enter
    this.#leave = leave
    this.service = new Service(root, () => this.ended())
    element('login').addEventListener('submit', (event) => {
      event.preventDefault()
      return this.#attempt(() => this.#logIn(event.target.elements))
    })
    element('leave').addEventListener('click', () => this.#back(''))
  }

  /** Whoever has logged in before, in this browser, need not do it again. */
  async resume() {
    if (this.service.isLoggedIn) await this.#attempt(async () => {})
  }

  ended() {
    this.#back(ENDED)
  }

  async #logIn({ username, password }) {
    await this.#leaving
    await this.service.logIn(username.value, password.value)
    password.value = ''
  }

  async #attempt(logIn) {
    complain('')
    try {
      await logIn()
      const goOn = await this.#enter()
      element('login').hidden = true
      element('desk').hidden = false
      await goOn?.()
    } catch (error) {
      complain(wordsOf(error))
    }
  }

  #back(why) {
    if (element('desk').hidden) return
    element('desk').hidden = true
    element('login').hidden = false
    complain(why)
    element('login').elements.password.focus()
    this.#leave()
    this.#leaving = this.service.logOut()
  }
}

function complain(text) {
  element('login').querySelector('.fault').textContent = text
}
