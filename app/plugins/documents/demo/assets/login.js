import { isAbandoned, Service, wordsOf } from './service.js'
import { buttonOf, element, onSubmit } from './shown.js'

const ENDED = 'Your session has ended. Log in again.'
const TRY_AGAIN_MS = 2000

/** Stands before the desk until somebody is logged in, here or in another tab, and again when the session is over. */
export class Login {
  /** Talks to the service in their name. */
  service
  #enter
  #leave
  #leaving
  #again

  /**
   * @param root address of the service
   * @param enter fills the desk before it is shown, and goes on after it
   * @param leave clears it, so that nothing stays for whoever comes next
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

  /** Whoever has logged in before, in this browser, need not do it again. */
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

  /** What goes on after it is not waited for: somebody else may log in meanwhile. */
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

  /** A login is good also where the service does not answer just now, or does not show what is asked for. */
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

/** No answer came, or none of the service itself. */
const isPassing = ({ status }) => status === undefined || status >= 500

/** What is said already stays as it is, with the focus in it. */
function complain(text, action) {
  const fault = element('login').querySelector('.fault')
  if ((fault.firstChild?.textContent ?? '') === text) return
  fault.replaceChildren(text, ...(action ? [' ', buttonOf(action)] : []))
}
