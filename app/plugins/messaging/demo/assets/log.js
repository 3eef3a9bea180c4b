const REACTION = '👍'

/** The lines of the open conversation, in order of `seq`; below them those that are on their way. */
export class Log {
  #list
  #me
  #actions
  #rows = new Map()
  #asOf = 0

  /** @param actions what may be done with a message: `{ edit, recall, react }` */
  constructor(list, me, actions) {
    this.#list = list
    this.#me = me
    this.#actions = actions
  }

  get lastSeq() {
    return Math.max(0, ...this.#rows.keys())
  }

  clear() {
    this.#rows.clear()
    this.#asOf = 0
    this.#list.replaceChildren()
  }

  /** An answer of the history, and what changed since it was read. */
  open({ items, asOf }, laterChanges) {
    for (const line of items) this.show(line)
    for (const change of laterChanges) this.change(change)
    this.#asOf = asOf
  }

  show(line) {
    if (this.#rows.has(line.seq)) return
    const row = document.createElement('li')
    row.dataset.seq = line.seq
    this.#rows.set(line.seq, { line, row })
    this.#draw(line.seq)
    const next = [...this.#list.children].find(
      ({ dataset }) => dataset.seq === undefined || Number(dataset.seq) > line.seq
    )
    this.#list.insertBefore(row, next ?? null)
    row.scrollIntoView({ block: 'nearest' })
  }

  /** Sets the changed part of a message; an answer of the history has what came before it. */
  change({ seq, targetSeq, kind, content, reactions, pinnedAt, recalledAt }) {
    const shown = this.#rows.get(targetSeq)
    if (!shown || seq <= this.#asOf) return
    if (kind === 'reaction') shown.line.reactions = reactions
    else if (kind === 'pin') shown.line.pinnedAt = pinnedAt
    else if (kind === 'edit') Object.assign(shown.line, { content, edited: true })
    else Object.assign(shown.line, { content: null, reactions: {}, recalledAt })
    this.#draw(targetSeq)
  }

  /** All that somebody wrote up to there counts as recalled. */
  erase({ seq, createdAt, content: { userId } }) {
    for (const [place, { line }] of this.#rows)
      if (line.actorId === userId && place < seq)
        this.change({ kind: 'recall', seq, targetSeq: place, recalledAt: createdAt })
  }

  /** Shows which message was looked for. */
  pointAt(seq) {
    const { row } = this.#rows.get(seq) ?? {}
    row?.classList.add('sought')
    row?.scrollIntoView({ block: 'center' })
  }

  /** Until it is stored. Returns what takes it away again. */
  showPending(text) {
    const row = document.createElement('li')
    row.append(textRow(text))
    row.classList.add('mine', 'pending')
    this.#list.append(row)
    row.scrollIntoView({ block: 'nearest' })
    return () => row.remove()
  }

  readUpTo(seq) {
    for (const [number, { row }] of this.#rows) row.classList.toggle('read', number <= seq)
  }

  #draw(seq) {
    const { line, row } = this.#rows.get(seq)
    const isMine = line.kind === 'message' && line.actorId === this.#me
    row.classList.toggle('mine', isMine)
    row.classList.toggle('mention', (line.mentions ?? []).includes(this.#me))
    row.classList.toggle('pinned', Boolean(line.pinnedAt))
    row.replaceChildren(textRow(textOf(line)))
    if (line.kind !== 'message' || line.recalledAt) return
    if (line.editedAt || line.edited) row.append(' (edited)')
    const { edit, recall, react } = this.#actions
    row.append(buttonWith(reactionsOf(line), 'react', () => react(line)))
    if (!isMine) return
    if (line.contentType === 'text') row.append(buttonWith('Edit', 'edit', () => edit(line)))
    row.append(buttonWith('Recall', 'recall', () => recall(line)))
  }
}

function textRow(text) {
  const span = document.createElement('span')
  span.className = 'text'
  span.textContent = text
  return span
}

function buttonWith(text, name, onClick) {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = name
  button.textContent = text
  button.addEventListener('click', onClick)
  return button
}

function reactionsOf({ reactions = {} }) {
  const shown = Object.entries(reactions).map(([reaction, count]) => `${reaction} ${count}`)
  return shown.length > 0 ? shown.join(' ') : REACTION
}

function textOf({ kind, contentType, content, recalledAt }) {
  if (kind !== 'message') return `[${kind}]`
  if (recalledAt) return 'recalled'
  if (contentType === 'notice') return `${content.title}: ${content.body}`
  return contentType === 'text' ? content.text : `[${contentType}]`
}
