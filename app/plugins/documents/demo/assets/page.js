import { Service } from './service.js'
import { element, show, showEditing, showLog, showVersions } from './shown.js'

const { service: root, document: documentId } = document.body.dataset
const service = new Service(root)
const path = `app/document/${documentId}`
const LOOK_AGAIN_MS = 2000

let editor

async function refresh() {
  const [row, versions, log] = await Promise.all([
    service.get(path),
    service.get(`${path}/versions`),
    service.get(`${path}/logs?pageSize=30`),
  ])
  showEditing(row)
  showVersions(versions)
  showLog(log)
}

async function open() {
  editor?.destroyEditor()
  if (editor)
    element('stage').replaceChildren(Object.assign(document.createElement('div'), { id: 'editor' }))
  editor = undefined
  const config = await service.get(`${path}/editor-config`)
  show('config', JSON.stringify(config, null, 2))
  await load(config.scriptUrl)
  editor = new DocsAPI.DocEditor('editor', { ...config, width: '100%', height: '100%', events })
}

function load(src) {
  if (window.DocsAPI) return Promise.resolve()
  const script = Object.assign(document.createElement('script'), { src })
  const loaded = new Promise((resolve, reject) => {
    script.addEventListener('load', resolve)
    script.addEventListener('error', () =>
      reject(new Error(`The editor’s script could not be loaded from ${src}`))
    )
  })
  document.head.append(script)
  return loaded
}

const events = {
  onDocumentReady: () => attempt(refresh),
  onDocumentStateChange: () => attempt(refresh),
  onRequestHistory: () =>
    attempt(async () => editor.refreshHistory(await service.get(`${path}/history`))),
  onRequestHistoryData: ({ data: version }) =>
    attempt(async () => editor.setHistoryData(await service.get(`${path}/history/${version}`))),
  onRequestHistoryClose: () => attempt(open),
  onRequestClose: () => attempt(refresh),
  onError: ({ data }) => show('state', `The editor says: ${data?.errorDescription ?? 'error'}`),
}

/** Versions and log are there also where no editor is. */
async function openOrExplain() {
  try {
    await open()
  } catch (error) {
    element('without').hidden = false
    show('why', error.message)
  }
}

async function attempt(work) {
  try {
    await work()
  } catch (error) {
    show('state', error.message)
  }
}

async function start({ username, password }) {
  await service.logIn(username.value, password.value)
  await refresh()
  element('login').hidden = true
  element('desk').hidden = false
  await openOrExplain()
  await attempt(refresh)
  setInterval(() => attempt(refresh), LOOK_AGAIN_MS)
}

element('login').addEventListener('submit', async (event) => {
  event.preventDefault()
  const fault = event.target.querySelector('.fault')
  fault.textContent = ''
  try {
    await start(event.target.elements)
  } catch (error) {
    fault.textContent = error.message
  }
})

element('force-save').addEventListener('click', () =>
  attempt(async () => {
    const { no } = await service.call('POST', `${path}/force-save`)
    await refresh()
    show('state', `Saved as version ${no}`)
  })
)
element('reopen').addEventListener('click', () => attempt(open))
