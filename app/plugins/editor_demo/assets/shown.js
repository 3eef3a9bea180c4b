export const element = (id) => document.getElementById(id)

export function show(id, text) {
  element(id).textContent = text
}

export function showVersions(versions) {
  fill('versions', versions, ({ no, kind, authorName, createdAt, current }) => ({
    text: [`${no}`, words(kind), authorName, time(createdAt)],
    mark: current ? 'current' : '',
  }))
}

export function showLog({ items }) {
  fill('log', items, ({ action, operatorName, versionNo, createdAt }) => ({
    text: [time(createdAt), words(action), versionNo && `version ${versionNo}`, operatorName],
    mark: action,
  }))
}

export function showDocument({ title, fileType, status, versionNo, editing }) {
  show('title', `${title}.${fileType}`)
  const names = editing.map(({ name }) => name).join(', ')
  show('state', `${words(status)} · version ${versionNo}${names && ` · edited by ${names}`}`)
  element('state').dataset.status = status
}

/** @param describe answers the parts of a row's text, its class, and an optional button */
export function fill(id, rows, describe) {
  const described = rows.map(describe)
  const drawn = JSON.stringify(described)
  const list = element(id)
  if (list.drawn === drawn) return
  list.drawn = drawn
  const focused = [...list.children].findIndex((entry) => entry.contains(document.activeElement))
  list.replaceChildren(...described.map(entryOf))
  if (focused >= 0)
    list.children[Math.min(focused, rows.length - 1)]?.querySelector('button')?.focus()
}

function entryOf({ text, mark, action }) {
  const entry = Object.assign(document.createElement('li'), { className: mark })
  const shown = document.createElement('span')
  shown.textContent = text.filter(Boolean).join(' · ')
  entry.append(shown)
  if (action) entry.append(buttonOf(action))
  return entry
}

export function buttonOf({ title, run }) {
  const made = { type: 'button', textContent: title }
  const button = Object.assign(document.createElement('button'), made)
  button.addEventListener('click', run)
  return button
}

/** Ignores a second click while the form is being sent. */
export function onSubmit(id, work) {
  const form = element(id)
  let isUnderWay = false
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    if (isUnderWay) return
    isUnderWay = true
    try {
      await work(form, event.submitter)
    } finally {
      isUnderWay = false
    }
  })
}

/** Shows why there is no editor; hides it without a fault. */
export function explain(fault) {
  element('without').hidden = !fault
  element('settings').hidden = !fault?.isOfDocumentServer
  element('desk').classList.toggle('without', Boolean(fault))
  element('desk').classList.toggle('lost', Boolean(fault?.isLost))
  show('lacking', fault?.heading ?? '')
  show('why', fault?.why ?? '')
}

export function clear() {
  for (const id of ['title', 'state', 'config', 'no-shares', 'no-review']) show(id, '')
  delete element('state').dataset.status
  for (const id of ['versions', 'log', 'shares', 'review']) fill(id, [], () => undefined)
  for (const id of ['share', 'submit', 'decide']) {
    element(id).reset()
    element(id).hidden = true
  }
  for (const id of ['force-save', 'withdraw']) element(id).hidden = true
}

const words = (name) => name.replaceAll('_', ' ')

export const time = (instant) =>
  new Date(instant).toLocaleString([], { dateStyle: 'medium', timeStyle: 'short' })
