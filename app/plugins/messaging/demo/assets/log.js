/** The messages of the open conversation, in order of `seq`; below them those that are on their way. */
export class Log {
  #list
  #me
  #rows = new Map()

  constructor(list, me) {
    this.#list = list
    this.#me = me
  }

  get lastSeq() {
    return Math.max(0, ...this.#rows.keys())
  }

  clear() {
    this.#rows.clear()
    this.#list.replaceChildren()
  }

  show(message) {
    if (this.#rows.has(message.seq)) return
    const row = rowOf(textOf(message), message.senderId === this.#me)
    row.dataset.seq = message.seq
    row.classList.toggle('mention', message.mentions.includes(this.#me))
    this.#rows.set(message.seq, row)
    const next = [...this.#list.children].find(
      ({ dataset }) => dataset.seq === undefined || Number(dataset.seq) > message.seq
    )
    this.#list.insertBefore(row, next ?? null)
    row.scrollIntoView({ block: 'nearest' })
  }

  /** Shows which message was looked for. */
  pointAt(seq) {
    const row = this.#rows.get(seq)
    row?.classList.add('sought')
    row?.scrollIntoView({ block: 'center' })
  }

  /** Until it is stored. Returns what takes it away again. */
  showPending(text) {
    const row = rowOf(text, true)
    row.classList.add('pending')
    this.#list.append(row)
    row.scrollIntoView({ block: 'nearest' })
    return () => row.remove()
  }

  recall(seq) {
    const row = this.#rows.get(seq)
    if (row) row.textContent = 'recalled'
  }

  readUpTo(seq) {
    for (const [number, row] of this.#rows) row.classList.toggle('read', number <= seq)
  }
}

function rowOf(text, isMine) {
  const row = document.createElement('li')
  row.textContent = text
  row.classList.toggle('mine', isMine)
  return row
}

function textOf({ contentType, content, recalledAt }) {
  if (recalledAt) return 'recalled'
  if (contentType === 'notice') return `${content.title}: ${content.body}`
  if (contentType !== 'text') return `[${contentType}]`
  return typeof content === 'string' ? content : content.text
}
