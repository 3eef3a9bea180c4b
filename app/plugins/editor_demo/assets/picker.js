import { buttonOf, element, fill } from './shown.js'

const PAUSE_MS = 200
const MOST = 8
const LISTED = `status=enabled&sort=name&pageSize=${MOST}&count=none`
const LISTS = {
  user: `app/im/contacts?limit=${MOST}`,
  department: `app/system/departments?flat=true&${LISTED}`,
  role: `app/system/roles?${LISTED}`,
}
const UNLISTED = ['E_FORBIDDEN', 'E_NOT_FOUND']
const NUMBER = /^[1-9]\d*$/

/** The users, departments or roles that are chosen in a form. */
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

  /** Drops the answer when the text has changed meanwhile. */
  async #look() {
    clearTimeout(this.#pause)
    const turn = ++this.#turn
    const type = this.#types?.value ?? 'user'
    const { found, hint } = this.#text ? await find(this.#service, type, this.#text) : { found: [] }
    if (turn !== this.#turn) return []
    this.#offer(found, hint)
    return found
  }

  /** Enter chooses the only one found, or moves the focus to the first. */
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
    const buttonFor = (one) => buttonOf({ title: titleOf(one), run: () => this.#choose(one) })
    const contents = [...found.map(buttonFor), ...(hint ? [hint] : [])]
    element(`${this.#id}-found`).replaceChildren(...contents.map(entryWith))
  }

  #putBack(id) {
    this.remove(id)
    this.#field.focus()
  }

  #show() {
    fill(`${this.#id}-chosen`, [...this.#chosen], ([id, name]) => ({
      text: [name, numberOf(id)],
      mark: '',
      action: { title: 'Remove', run: () => this.#putBack(id) },
    }))
    this.#judge()
  }

  /** The form is not sent while a typed name is not chosen. */
  #judge() {
    const isDone = this.#chosen.size > 0 && !this.#text
    const lacking = 'Type a part of a name, and choose one of those found'
    this.#field.setCustomValidity(isDone ? '' : lacking)
  }
}

const numberOf = (id) => `no. ${id}`
const titleOf = ({ id, name, code }) => [name, code ?? numberOf(id)].filter(Boolean).join(' · ')

/** By a part of the name, or by number: not everybody may list roles and departments. */
async function find(service, type, text) {
  const numbered = NUMBER.test(text) ? [{ id: Number(text) }] : []
  const named = await list(service, type, text)
  const found = [...numbered, ...(named ?? [])]
  return { found, hint: hintOf(type, named, found) }
}

/** `undefined` without the permission. */
async function list(service, type, text) {
  try {
    const rows = await service.get(`${LISTS[type]}&${new URLSearchParams({ keyword: text })}`)
    return (rows.items ?? rows).map(entryOf)
  } catch (error) {
    if (!UNLISTED.includes(error.reason)) throw error
  }
}

function entryOf({ id, nickname, username, name = nickname, code = username }) {
  return { id, name, code }
}

function hintOf(type, named, found) {
  if (named?.length === MOST) return 'There may be more: type more of the name.'
  if (found.length > 0) return undefined
  if (named) return `There is no ${type} of this name.`
  return `You may not look for a ${type} by name: type the number.`
}

function entryWith(content) {
  const entry = document.createElement('li')
  entry.append(content)
  return entry
}
