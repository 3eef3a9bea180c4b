const element = (id) => document.getElementById(id)
const show = (text) => (element('state').textContent = text)

let editorId
let hostOrigin

const emit = (event, detail) =>
  parent.postMessage(JSON.stringify({ event, detail }), hostOrigin ?? '*')

async function call(path, body = {}) {
  const response = await fetch(`/fake/${path}`, { method: 'POST', body: JSON.stringify(body) })
  const answer = await response.json()
  if (response.ok) return answer

  emit('onError', { errorCode: answer.code, errorDescription: answer.description })
  throw new Error(`${answer.description ?? answer.error} (${answer.code ?? response.status})`)
}

function render({ texts }) {
  element('page').replaceChildren(
    ...texts.map((text) => Object.assign(document.createElement('p'), { textContent: text }))
  )
}

function allowEditing(allowed) {
  for (const id of ['text', 'add', 'save']) element(id).disabled = !allowed
}

async function open(config) {
  element('title').textContent = config.document?.title ?? ''
  emit('onAppReady')
  const opened = await call('editors', config)
  editorId = opened.editor
  render(opened)
  allowEditing(opened.canEdit)
  element('show-history').hidden = false
  show(opened.canEdit ? 'Ready' : 'Read only')
  emit('onInfo', { mode: opened.canEdit ? 'edit' : 'view' })
  emit('onDocumentReady')
}

async function add() {
  const text = element('text').value
  render(await call(`editors/${editorId}/edit`, { text }))
  element('text').value = ''
  show('Changed')
  emit('onDocumentStateChange', true)
}

async function save() {
  const { code, delivered } = await call(`editors/${editorId}/force-save`, { type: 1 })
  if (code === 4) return show('Nothing to save')

  show(delivered.saved ? 'Saved' : 'The save was refused')
  if (delivered.saved) emit('onDocumentStateChange', false)
}

async function close() {
  allowEditing(false)
  const { delivered } = await call(`editors/${editorId}/close`)
  show(delivered === undefined || delivered.saved ? 'Closed' : 'The save was refused')
  emit('onRequestClose')
}

function showHistory({ history = [] }) {
  element('history').hidden = false
  element('history').replaceChildren(
    ...history.map(({ version, created, user }) => {
      const entry = document.createElement('li')
      const button = document.createElement('button')
      button.textContent = `Version ${version}, ${created}, ${user?.name ?? ''}`
      button.addEventListener('click', () => emit('onRequestHistoryData', version))
      entry.append(button)
      return entry
    })
  )
}

async function showVersion(data) {
  render(await call('history', data))
  show(`Version ${data.version}`)
}

function offerUsers({ users }) {
  show(`To mention: ${users.map(({ name }) => name).join(', ') || 'nobody'}`)
}

const commands = {
  open,
  close,
  refreshHistory: showHistory,
  setHistoryData: showVersion,
  setUsers: offerUsers,
  showMessage: show,
}

const attempt = (work) => work().catch((error) => show(error.message))

addEventListener('message', ({ origin, source, data }) => {
  if (source !== parent) return

  hostOrigin = origin
  const { command, data: detail } = JSON.parse(data)
  attempt(async () => commands[command]?.(detail))
})

addEventListener('pagehide', () => {
  if (editorId) navigator.sendBeacon(`/fake/editors/${editorId}/close`)
})

element('write').addEventListener('submit', (event) => {
  event.preventDefault()
  attempt(add)
})
element('save').addEventListener('click', () => attempt(save))
element('close').addEventListener('click', () => attempt(close))
element('show-history').addEventListener('click', () => emit('onRequestHistory'))
