import { isAbandoned, Service, wordsOf } from './service.js'
import { buttonOf, element, onSubmit } from './shown.js'

const ENDED = 'Your session has ended. Log in again.'
const TRY_AGAIN_MS = 2000

/** Shows the login form until somebody is logged in, here or in another tab, and again when the session has ended. */
export class Login {
  service
  #enter
  #leave
  #leaving
  #again

  /**
   * @param root address of the service
   * @param enter fills the desk before it is shown; may return what to do afterwards
   * @param leave clears the desk
   */
  constructor(root, { enter, leave }) {
    this.#enter = enter
    this.#leave = leave
    this.service = new Service(root, () => this.ended())
    onSubmit('login', ({ elements }) => {
      complain('')
      return this.#attempt(() => this.#logIn(elements))
    })
    element('leave').addEventListener('click', () => this.#back(''))
  }

  /** With the login that this browser stores. */
  async resume() {
    if (this.service.isLoggedIn) await this.#attempt(async () => {})
    else complain('')
  }

  ended() {
    this.#back(ENDED)
  }

  async #logIn({ username, password }) {
    await this.#leaving
    await this.service.logIn(username.value, password.value)
    password.value = ''
  }

  /** Does not wait for what follows: somebody else may log in meanwhile. */
  async #attempt(logIn) {
    clearTimeout(this.#again)
    try {
      await logIn()
      const goOn = await this.#enter()
      complain('')
      element('login').hidden = true
      element('desk').hidden = false
      void goOn?.()
    } catch (error) {
      if (!isAbandoned(error)) this.#explain(error)
    }
  }

  /** The login stays valid while the service does not answer or refuses. */
  #explain(error) {
    this.#leave()
    if (!this.service.isLoggedIn) return complain(wordsOf(error))
    complain(wordsOf(error), { title: 'Log out', run: () => this.#out('') })
    if (isPassing(error)) this.#again = setTimeout(() => this.resume(), TRY_AGAIN_MS)
  }

  #back(why) {
    if (element('desk').hidden) return
    element('desk').hidden = true
    element('login').hidden = false
    this.#out(why)
    element('login').elements.password.focus()
  }

  #out(why) {
    clearTimeout(this.#again)
    complain(why)
    this.#leave()
    this.#leaving = this.service.logOut()
  }
}

const isPassing = ({ status }) => status === undefined || status >= 500

/** Leaves the same text alone, so that the focus stays. */
function complain(text, action) {
  const fault = element('login').querySelector('.fault')
  if ((fault.firstChild?.textContent ?? '') === text) return
  fault.replaceChildren(text, ...(action ? [' ', buttonOf(action)] : []))
}
