import { Picker } from './picker.js'
import { element, fill, onSubmit, show } from './shown.js'

const endOfDay = (day) => new Date(`${day}T23:59:59.999`)

/** The shares of the document, for those who may share it. */
export class Sharing {
  #service
  #path
  #may
  #subjects

  /**
   * @param attempt runs work, and shows its error
   * @param may whether the user holds a permission
   */
  constructor(service, path, attempt, may) {
    this.#service = service
    this.#may = may
    this.#path = `${path}/shares`
    this.#subjects = new Picker('share', service, attempt)
    onSubmit('share', (form) => attempt(() => this.#add(form)))
    this.attempt = attempt
  }

  async refresh() {
    if (!this.#may('share')) return this.#hide()
    try {
      this.#show(await this.#service.get(this.#path))
    } catch (error) {
      if (error.reason !== 'E_FORBIDDEN' && error.reason !== 'E_NOT_FOUND') throw error
      this.#hide()
    }
  }

  #hide() {
    element('share').hidden = true
    fill('shares', [], () => undefined)
    show('no-shares', 'You may not share this document.')
  }

  async #add(form) {
    const { subjectType, level, endsAt: day } = Object.fromEntries(new FormData(form))
    const endsAt = day ? endOfDay(day).toISOString() : null
    for (const subjectId of this.#subjects.ids) {
      await this.#service.call('POST', this.#path, { subjectType, subjectId, level, endsAt })
      this.#subjects.remove(subjectId)
    }
    form.reset()
    await this.refresh()
  }

  #show(shares) {
    element('share').hidden = false
    show('no-shares', shares.length === 0 ? 'Shared with nobody.' : '')
    fill('shares', shares, ({ id, subjectType, subjectId, subjectName, level, endsAt }) => ({
      text: [
        `${subjectType} ${subjectName ?? `no. ${subjectId}`}`,
        `may ${level}`,
        endsAt && `until ${new Date(endsAt).toLocaleDateString()}`,
      ],
      mark: subjectType,
      action: { title: 'Take back', run: () => this.attempt(() => this.#withdraw(id)) },
    }))
  }

  async #withdraw(id) {
    await this.#service.call('DELETE', `${this.#path}/${id}`)
    await this.refresh()
  }
}
