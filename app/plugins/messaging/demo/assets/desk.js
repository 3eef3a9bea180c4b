import { MemoryPositions, MessagingClient } from './client/index.js'
import { Log } from './log.js'

const TYPING_SHOWN_MS = 3_000
const TYPING_TOLD_MS = 2_000
const find = (id) => document.getElementById(id)

/** Everything of somebody who is logged in. */
export class Desk {
  #session
  #me
  #client
  #log
  #conversations = new Map()
  /** `{ conversationId }` or `{ to }`, with the name of who is written to */
  #place = null
  #typingToldAt = 0
  #hint

  constructor(session, user) {
    this.#session = session
    this.#me = user.id
    this.#log = new Log(find('log'), user.id, {
      edit: (message) => this.#edit(message),
      recall: (message) => this.#try(() => this.#client.recall(message)),
      react: (message) => this.#try(() => this.#client.react(message, '👍')),
    })
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

  /** @param aroundSeq where to show the conversation; its end, when left out */
  async enter(place, aroundSeq) {
    this.#place = place
    this.#log.clear()
    find('title').textContent = this.#titleOf(place)
    const { conversationId } = place
    if (conversationId === undefined) return
    const path = `app/im/conversations/${conversationId}/messages`
    const query = aroundSeq === undefined ? '' : `?aroundSeq=${aroundSeq}`
    const history = await this.#session.call('GET', path + query)
    if (this.#place !== place) return
    this.#log.open(history, this.#client.changesAfter(conversationId, history.asOf))
    if (aroundSeq !== undefined) this.#log.pointAt(aroundSeq)
    if (this.#conversations.has(conversationId)) this.#markRead()
  }

  /** Messages that say something; the newest, and more on request. */
  async search(keyword, cursor) {
    const query = new URLSearchParams({ keyword, ...(cursor && { cursor }) })
    const { items, nextCursor } = await this.#session.call('GET', `app/im/messages?${query}`)
    const rows = items.map((hit) => this.#hitRow(hit))
    if (nextCursor) rows.push(rowWith('Further back', () => this.search(keyword, nextCursor)))
    find('hits').replaceChildren(...rows)
    if (rows.length === 0) this.#tell('Nothing that says so')
  }

  #hitRow({ conversationId, seq, excerpt: { text, hit } }) {
    const title = this.#titleOf({ conversationId, name: 'A group of before' })
    const row = rowWith(`${title}: `, () => this.enter({ conversationId, name: title }, seq))
    const word = document.createElement('mark')
    const { from, to } = hit ?? { from: 0, to: 0 }
    word.textContent = text.slice(from, to)
    row.firstChild.append(text.slice(0, from), word, text.slice(to))
    return row
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
    client.on('change', (change) => this.#isOpen(change) && this.#log.change(change))
    client.on('members', (line) => this.#happened(line))
    client.on('conversation', (line) => this.#happened(line))
    client.on('reset', () => this.#list())
    client.on('gone', ({ conversationId }) => this.#forget(conversationId))
    client.on('epoch', () => location.reload())
    client.on('read', (frame) => this.#isOpen(frame) && this.#isRead(frame))
    client.on('typing', (frame) => this.#isOpen(frame) && this.#tell('is writing …'))
    client.on('ended', () => location.reload())
  }

  #edit(message) {
    const text = prompt('Instead of this', message.content.text)
    if (text) void this.#try(() => this.#client.edit(message, { text }))
  }

  async #try(work) {
    try {
      await work()
    } catch (error) {
      this.#tell(error.message)
    }
  }

  /** Somebody joined or left, or the group changed. */
  async #happened(line) {
    await this.#list()
    if (!this.#isOpen(line)) return
    if (line.kind === 'erased') this.#log.erase(line)
    this.#log.show(line)
  }

  #forget(conversationId) {
    this.#conversations.delete(conversationId)
    this.#showList()
  }

  #isRead({ userId, seq }) {
    if (userId !== this.#me) this.#log.readUpTo(seq)
  }

  async #received(message) {
    const { conversationId } = message
    const isNew = !this.#conversations.has(conversationId)
    if (isNew) await this.#list()
    const { peer } = this.#conversations.get(conversationId) ?? {}
    if (peer && this.#place?.to === peer.id) this.#begun(conversationId)
    if (!this.#isOpen(message)) return this.#count(message)
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
    const conversation = this.#conversations.get(conversationId)
    if (conversation) Object.assign(conversation, { unread: 0, unreadMentions: 0 })
    this.#showList()
  }

  async #list() {
    const { items } = await this.#session.call('GET', 'app/im/conversations?pageSize=200')
    for (const item of items) this.#conversations.set(item.id, item)
    this.#showList()
  }

  #count({ conversationId, actorId, mentions = [] }) {
    const conversation = this.#conversations.get(conversationId)
    if (!conversation || actorId === this.#me) return
    conversation.unread += 1
    if (mentions.includes(this.#me)) conversation.unreadMentions += 1
    this.#showList()
  }

  #showList() {
    const rows = [...this.#conversations.values()].map(({ id, unread, unreadMentions }) => {
      const marks = (unread ? ` (${unread})` : '') + (unreadMentions ? ' @' : '')
      const title = this.#titleOf({ conversationId: id }) + marks
      return rowWith(title, () => this.enter({ conversationId: id }))
    })
    find('conversations').replaceChildren(...rows)
  }

  #titleOf({ conversationId, name = '' }) {
    const known = this.#conversations.get(conversationId)
    return known ? (known.peer?.nickname ?? known.name ?? 'Notices') : name
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
