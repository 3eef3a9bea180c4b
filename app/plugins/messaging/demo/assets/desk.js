import { MemoryPositions, MessagingClient } from './client/index.js'
import { Log } from './log.js'

const TYPING_SHOWN_MS = 3_000
const TYPING_TOLD_MS = 2_000
const find = (id) => document.getElementById(id)

/** Everything of somebody who is logged in. */
export class Desk {
  #session
  #client
  #log
  #conversations = new Map()
  /** `{ conversationId }` or `{ to }`, with the name of who is written to */
  #place = null
  #typingToldAt = 0
  #hint

  constructor(session, user) {
    this.#session = session
    this.#log = new Log(find('log'), user.id)
    find('me').textContent = `${user.nickname} (${user.username})`
  }

  async open() {
    await this.#list()
    const known = [...this.#conversations.values()].map(({ id, lastSeq }) => [id, lastSeq])
    this.#client = new MessagingClient({
      baseUrl: new URL(document.body.dataset.service, document.baseURI).href,
      accessToken: (refused) => this.#session.accessToken(refused),
      positions: new MemoryPositions(known),
    })
    this.#listen()
    this.#client.connect()
  }

  close() {
    this.#client.close()
  }

  switchLine() {
    if (this.#client.state === 'idle') this.#client.connect()
    else this.#client.disconnect()
  }

  async enter(place) {
    this.#place = place
    this.#log.clear()
    find('title').textContent = this.#titleOf(place)
    const { conversationId } = place
    if (conversationId === undefined) return
    const path = `app/im/conversations/${conversationId}/messages`
    const { items } = await this.#session.call('GET', path)
    for (const message of items) this.#log.show(message)
    this.#markRead()
  }

  /** People to begin a conversation with. */
  async find(keyword) {
    const query = keyword ? `?keyword=${encodeURIComponent(keyword)}` : ''
    const people = await this.#session.call('GET', `app/im/contacts${query}`)
    const rows = people.map((person) =>
      rowWith(`${person.nickname} (${person.username})`, () => this.#enterWith(person))
    )
    find('people').replaceChildren(...rows)
    if (rows.length === 0) this.#tell('Nobody of that name')
  }

  /** A direct conversation with somebody, be there one or not. */
  async #enterWith({ id, nickname: name }) {
    find('people').replaceChildren()
    const known = [...this.#conversations.values()].find(({ peer }) => peer?.id === id)
    await this.enter(known ? { conversationId: known.id } : { to: id, name })
  }

  async send(text) {
    if (!this.#place) return
    const place = this.#place
    const stored = this.#log.showPending(text)
    try {
      const { conversationId } = await this.#client.sendText(place, text)
      if (this.#place === place) this.#begun(conversationId)
    } catch (error) {
      this.#tell(error.message)
    } finally {
      stored()
    }
  }

  typing() {
    const { conversationId } = this.#place ?? {}
    if (conversationId === undefined || Date.now() - this.#typingToldAt < TYPING_TOLD_MS) return
    this.#typingToldAt = Date.now()
    this.#client.typing(conversationId)
  }

  #listen() {
    const client = this.#client
    client.on('state', (state) => this.#showState(state))
    client.on('message', (message) => this.#received(message))
    client.on('notice', (message) => this.#received(message))
    client.on('recalled', (frame) => this.#isOpen(frame) && this.#log.recall(frame.seq))
    client.on('read', (frame) => this.#isOpen(frame) && this.#log.readUpTo(frame.seq))
    client.on('typing', (frame) => this.#isOpen(frame) && this.#tell('is writing …'))
    client.on('conversation', () => this.#list())
    client.on('ended', () => location.reload())
  }

  async #received(message) {
    const { conversationId } = message
    const isNew = !this.#conversations.has(conversationId)
    if (isNew) await this.#list()
    const { peer } = this.#conversations.get(conversationId) ?? {}
    if (peer && this.#place?.to === peer.id) this.#begun(conversationId)
    if (!this.#isOpen(message)) return this.#count(conversationId)
    this.#log.show(message)
    this.#markRead()
  }

  /** The first message has made the conversation. */
  #begun(conversationId) {
    this.#place = { conversationId, name: this.#place.name }
    find('title').textContent = this.#titleOf(this.#place)
  }

  #isOpen({ conversationId }) {
    return this.#place?.conversationId === conversationId
  }

  #markRead() {
    const { conversationId } = this.#place
    if (this.#log.lastSeq > 0) this.#client.markRead(conversationId, this.#log.lastSeq)
    this.#count(conversationId, 0)
  }

  async #list() {
    const { items } = await this.#session.call('GET', 'app/im/conversations?pageSize=200')
    for (const item of items) this.#conversations.set(item.id, item)
    this.#showList()
  }

  #count(id, unread) {
    const conversation = this.#conversations.get(id)
    if (!conversation) return
    conversation.unread = unread ?? conversation.unread + 1
    this.#showList()
  }

  #showList() {
    const rows = [...this.#conversations.values()].map(({ id, unread }) => {
      const title = this.#titleOf({ conversationId: id }) + (unread ? ` (${unread})` : '')
      return rowWith(title, () => this.enter({ conversationId: id }))
    })
    find('conversations').replaceChildren(...rows)
  }

  #titleOf({ conversationId, name = '' }) {
    const known = this.#conversations.get(conversationId)
    return known ? (known.peer?.nickname ?? known.title ?? 'Notices') : name
  }

  #showState(state) {
    find('state').textContent = find('state').dataset.state = state
    find('line').textContent = state === 'idle' ? 'Go online' : 'Go offline'
  }

  #tell(hint) {
    clearTimeout(this.#hint)
    find('hint').textContent = hint
    this.#hint = setTimeout(() => (find('hint').textContent = ''), TYPING_SHOWN_MS)
  }
}

function rowWith(text, onClick) {
  const [row, button] = [document.createElement('li'), document.createElement('button')]
  button.textContent = text
  button.addEventListener('click', onClick)
  row.append(button)
  return row
}
