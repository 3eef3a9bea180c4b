import { say } from './message.js'
import { element, show } from './shown.js'

const isPhone = () => matchMedia('(max-width: 640px)').matches

/** The editor of the document server in this page. */
export class Editor {
  canEdit = false
  /** The number of the submission that the editor shows. */
  opened
  #service
  #path
  #row
  #events
  #editor

  /**
   * @param row reads the document's row
   * @param attempt runs work, and shows its error
   * @param refresh updates the rest of the page
   * @param reopen opens the present version
   */
  constructor(service, path, { row, attempt, refresh, reopen }) {
    this.#service = service
    this.#path = path
    this.#row = row
    this.#events = this.#answers(attempt, refresh, reopen)
  }

  /** Every step stops with `Abandoned` when the user logs out meanwhile. */
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

  /** Closing it saves the changes. */
  close() {
    this.canEdit = false
    if (!this.#editor) return
    this.#editor.destroyEditor()
    element('stage').replaceChildren(Object.assign(document.createElement('div'), { id: 'editor' }))
    this.#editor = undefined
  }

  /** Handlers of the editor's events. */
  #answers(attempt, refresh, reopen) {
    const get = (rest) => this.#service.get(`${this.#path}/${rest}`)
    const mention = (body) => this.#service.call('POST', `${this.#path}/mentions`, body)
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
        attempt(() => mention({ emails, comment, actionLink })),
      onError: ({ data }) => say(`The editor says: ${data?.errorDescription ?? 'error'}`),
    }
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
