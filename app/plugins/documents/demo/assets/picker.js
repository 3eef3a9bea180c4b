import { find } from './names.js'
import { buttonOf, element, fill } from './shown.js'

const PAUSE_MS = 200

/** Finds people, departments and roles for a form by a part of their name, and keeps who is chosen until it is sent. */
export class Picker {
  #id
  #service
  #field
  #types
  #chosen = new Map()
  #pause
  #turn = 0

  /**
   * @param id of the form
   * @param attempt runs work, and shows on the page what it fails with
   */
  constructor(id, service, attempt) {
    const form = element(id)
    this.#id = id
    this.#service = service
    this.#field = form.elements.who
    this.#types = form.elements.subjectType
    form.addEventListener('reset', () => this.#forget())
    this.#types?.addEventListener('change', () => this.#forget())
    this.#field.addEventListener('input', () => {
      this.#judge()
      clearTimeout(this.#pause)
      this.#pause = setTimeout(() => attempt(() => this.#look()), PAUSE_MS)
    })
    this.#field.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter' || event.isComposing || !this.#text) return
      event.preventDefault()
      attempt(() => this.#takeOnly())
    })
    this.#judge()
  }

  get ids() {
    return [...this.#chosen.keys()]
  }

  remove(id) {
    this.#chosen.delete(id)
    this.#show()
  }

  get #text() {
    return this.#field.value.trim()
  }

  /** What is found for a text that is not there any more is offered to nobody. */
  async #look() {
    clearTimeout(this.#pause)
    const turn = ++this.#turn
    const type = this.#types?.value ?? 'user'
    const { found, hint } = this.#text ? await find(this.#service, type, this.#text) : { found: [] }
    if (turn !== this.#turn) return []
    this.#offer(found, hint)
    return found
  }

  /** Enter takes the only one, or leads to the first of several. */
  async #takeOnly() {
    const found = await this.#look()
    if (document.activeElement !== this.#field) return
    if (found.length === 1) this.#choose(found[0])
    else element(`${this.#id}-found`).querySelector('button')?.focus()
  }

  #choose({ id, name }) {
    this.#chosen.set(id, name)
    this.#empty()
    this.#field.focus()
  }

  #forget() {
    this.#chosen.clear()
    this.#empty()
  }

  #empty() {
    clearTimeout(this.#pause)
    this.#turn += 1
    this.#field.value = ''
    this.#offer([])
    this.#show()
  }

  #offer(found, hint) {
    const buttons = found.map((one) =>
      buttonOf({ title: titleOf(one), run: () => this.#choose(one) })
    )
    const entries = [...buttons, ...(hint ? [hint] : [])].map((content) => {
      const entry = document.createElement('li')
      entry.append(content)
      return entry
    })
    element(`${this.#id}-found`).replaceChildren(...entries)
  }

  #show() {
    const putBack = (id) => {
      this.remove(id)
      this.#field.focus()
    }
    fill(`${this.#id}-chosen`, [...this.#chosen], ([id, name]) => ({
      text: [name, numberOf(id)],
      mark: '',
      action: { title: 'Remove', run: () => putBack(id) },
    }))
    this.#judge()
  }

  /** What is typed but not chosen is not left out without a word. */
  #judge() {
    const isDone = this.#chosen.size > 0 && !this.#text
    const lacking = 'Type a part of a name, and choose one of those found'
    this.#field.setCustomValidity(isDone ? '' : lacking)
  }
}

const numberOf = (id) => `no. ${id}`
const titleOf = ({ id, name, code }) => [name, code ?? numberOf(id)].filter(Boolean).join(' · ')
