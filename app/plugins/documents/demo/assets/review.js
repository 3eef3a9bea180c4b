import { element, fill, onSubmit, show, time } from './shown.js'

const STEPS = ['submitted', 'handlers_replaced', 'withdrawn', 'approved', 'returned']

const NOT_YET = { true: 'Not submitted yet.', false: 'You may not submit this document.' }

/** How much of a title is looked for. */
const TITLE_LENGTH = 100
const HALF_A_CHARACTER = /[\uD800-\uDBFF]$/

/** How a document is judged: handed to people, and approved or returned by them. */
export class Review {
  #service
  #path
  #opened
  #may
  #handlers

  /**
   * @param opened the submission that is looked at
   * @param may whether whoever is logged in may do something
   * @param handlers keeps whom it is handed to
   * @param attempt runs work, which answers what it has done in words
   */
  constructor(service, path, { opened, may, handlers, attempt }) {
    this.#service = service
    this.#path = path
    this.#opened = opened
    this.#may = may
    this.#handlers = handlers
    element('withdraw').addEventListener('click', () =>
      attempt(async () => {
        await service.call('DELETE', `${path}/submission`)
        return 'The submission was taken back.'
      })
    )
    listen('submit', attempt, (form) => this.#submit(form, attempt))
    listen('decide', attempt, (form, button) => this.#decide(form, button))
  }

  async show(row, { items }, userId) {
    const isWaiting = row.status === 'in_review'
    const maySubmit = this.#may('submit')
    element('submit').hidden = isWaiting || row.status === 'approved' || !maySubmit
    element('withdraw').hidden = !isWaiting || !maySubmit
    element('decide').hidden = !this.#isSeen(row) || !(await this.#waitsFor(row, userId))
    const steps = items.filter(({ action }) => STEPS.includes(action))
    show('no-review', steps.length > 0 ? '' : NOT_YET[maySubmit])
    fill('review', steps, ({ action, operatorName, versionNo, detail, createdAt }) => ({
      text: [
        `${action.replaceAll('_', ' ')} by ${operatorName}`,
        versionNo && `version ${versionNo}`,
        detail?.comment && `“${detail.comment}”`,
        time(createdAt),
      ],
      mark: action,
    }))
  }

  /** Whoever submits here may have the document open themselves: the way out is offered. */
  async #submit(form, attempt) {
    const handlerIds = this.#handlers.ids
    const submit = async (query = '') => {
      await this.#service.call('POST', `${this.#path}/submit${query}`, { handlerIds })
      form.reset()
      return 'The document was submitted.'
    }
    try {
      return await submit()
    } catch (error) {
      if (error.reason !== 'E_BEING_EDITED' || !this.#may('drop')) throw error
      const run = () => attempt(() => submit('?drop=true'))
      throw Object.assign(error, { remedy: { title: 'Send them out and submit', run } })
    }
  }

  async #decide(form, { value: decision }) {
    const comment = form.elements.comment.value || null
    const submissionNo = this.#opened()
    await this.#service.call('POST', `${this.#path}/review`, { decision, comment, submissionNo })
    return `The document was ${decision === 'approve' ? 'approved' : 'returned'}.`
  }

  /** Nobody decides on what they have not seen yet. */
  #isSeen({ status, submissionNo }) {
    return status === 'in_review' && submissionNo === this.#opened()
  }

  /** Whether somebody was asked, and has not approved since the document was submitted last. */
  async #waitsFor({ id, title }, userId) {
    if (!this.#may('review')) return false
    const named = `title=${encodeURIComponent(title.slice(0, TITLE_LENGTH).replace(HALF_A_CHARACTER, ''))}`
    const [asked, submitted, approved] = await Promise.all([
      this.#service.get(`app/document?submittedToMe=true&${named}&pageSize=100`),
      this.#service.get(`${this.#path}/logs?action=submitted&pageSize=1`),
      this.#service.get(`${this.#path}/logs?action=approved&pageSize=100`),
    ])
    const since = submitted.items[0]?.id ?? 0
    const isDone = approved.items.some((one) => one.operatorId === userId && one.id > since)
    return !isDone && asked.items.some((one) => one.id === id)
  }
}

function listen(id, attempt, work) {
  onSubmit(id, (form, button) =>
    attempt(async () => {
      const done = await work(form, button)
      form.reset()
      return done
    })
  )
}
