import { say } from './message.js'
import { element, show } from './shown.js'

/** Where there is little room the editor has another face. */
const isPhone = () => matchMedia('(max-width: 640px)').matches

/** The document in the document server's editor: opened, opened again, and put away. */
export class Editor {
  canEdit = false
  /** The submission that was there when it was opened here; a decision is on that. */
  opened
  #service
  #path
  #row
  #events
  #editor

  /**
   * @param row reads the document's row
   * @param attempt runs work, and shows on the page what it fails with
   * @param refresh looks at what else the page shows
   * @param reopen opens the document once more, as it is now
   */
  constructor(service, path, { row, attempt, refresh, reopen }) {
    this.#service = service
    this.#path = path
    this.#row = row
    this.#events = this.#answers(attempt, refresh, reopen)
  }

  /** Whoever leaves while it is being opened leaves no editor behind: each wait asks whether they are still there. */
  async open() {
    this.close()
    this.opened = (await this.#row()).submissionNo
    const type = isPhone() ? '?type=mobile' : ''
    const config = await this.#service.get(`${this.#path}/editor-config${type}`)
    show('config', JSON.stringify(config, null, 2))
    await this.#service.during(load(config.scriptUrl))
    const size = { width: '100%', height: '100%' }
    this.#editor = new DocsAPI.DocEditor('editor', { ...config, ...size, events: this.#events })
    this.canEdit = config.document.permissions.edit
  }

  /** What is written in it is saved by that. */
  close() {
    this.canEdit = false
    if (!this.#editor) return
    this.#editor.destroyEditor()
    element('stage').replaceChildren(Object.assign(document.createElement('div'), { id: 'editor' }))
    this.#editor = undefined
  }

  /** What the page does when the editor asks for something. */
  #answers(attempt, refresh, reopen) {
    const get = (rest) => this.#service.get(`${this.#path}/${rest}`)
    return {
      onDocumentReady: refresh,
      onDocumentStateChange: refresh,
      onRequestClose: refresh,
      onRequestRefreshFile: reopen,
      onOutdatedVersion: reopen,
      onRequestHistoryClose: reopen,
      onRequestHistory: () =>
        attempt(async () => this.#editor.refreshHistory(await get('history'))),
      onRequestHistoryData: ({ data: version }) =>
        attempt(async () => this.#editor.setHistoryData(await get(`history/${version}`))),
      onRequestUsers: ({ data: { c, search } }) =>
        attempt(async () => {
          if (c !== 'mention') return
          const keyword = search ? `?keyword=${encodeURIComponent(search)}` : ''
          this.#editor.setUsers(await get(`mentionable${keyword}`))
        }),
      onRequestSendNotify: ({ data: { emails, message: comment, actionLink } }) =>
        attempt(() => this.#mention({ emails, comment, actionLink })),
      onError: ({ data }) => say(`The editor says: ${data?.errorDescription ?? 'error'}`),
    }
  }

  #mention(body) {
    return this.#service.call('POST', `${this.#path}/mentions`, body)
  }
}

function load(src) {
  if (window.DocsAPI) return Promise.resolve()
  const script = Object.assign(document.createElement('script'), { src })
  const loaded = new Promise((resolve, reject) => {
    script.addEventListener('load', resolve)
    script.addEventListener('error', () => reject(unloaded(src)))
  })
  document.head.append(script)
  return loaded
}

function unloaded(src) {
  const fault = new Error(`The editor’s script could not be loaded from ${src}`)
  return Object.assign(fault, { reason: 'E_EDITOR_SCRIPT' })
}
