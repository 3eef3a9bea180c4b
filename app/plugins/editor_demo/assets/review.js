import { element, fill, onSubmit, show, time } from './shown.js'

const STEPS = ['submitted', 'handlers_replaced', 'withdrawn', 'approved', 'returned']

const NOT_YET = { true: 'Not submitted yet.', false: 'You may not submit this document.' }

/** Characters of a title that are searched for. */
const TITLE_LENGTH = 50

/** Submission, withdrawal and decision. */
export class Review {
  #service
  #path
  #opened
  #may
  #handlers

  /**
   * @param opened the submission that is shown in the editor
   * @param may whether the user holds a permission
   * @param handlers the picker of handlers
   * @param attempt runs work that answers a message for the user
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

  /** While somebody edits the document, offers to end their sessions. */
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

  /** The submission to decide on is the one in the editor. */
  #isSeen({ status, submissionNo }) {
    return status === 'in_review' && submissionNo === this.#opened()
  }

  /** Whether the user is a handler, and has not approved since the last submission. */
  async #waitsFor({ id, title }, userId) {
    if (!this.#may('review')) return false
    const named = `title=${encodeURIComponent([...title].slice(0, TITLE_LENGTH).join(''))}`
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
