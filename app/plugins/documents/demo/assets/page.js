import { Login } from './login.js'
import { Review } from './review.js'
import { Sharing } from './sharing.js'
import { wordsOf } from './service.js'
import { say } from './message.js'
import { element, show, showDocument, showLog, showVersions } from './shown.js'

const { service: root, document: documentId } = document.body.dataset
const login = new Login(root, { enter, leave })
const { service } = login
const path = `app/document/${documentId}`
const LOOK_AGAIN_MS = 2000
/** What whoever is logged in holds, somewhere at least; the service tells where. */
let held = new Set()
const may = (verb) => held.has(`document:document:${verb}`)
const sharing = new Sharing(service, path, attempt, may)
const review = new Review(service, path, {
  opened: () => opened,
  may,
  attempt: (work) =>
    attempt(async () => {
      await work()
      await openOrExplain()
      await refresh()
    }),
})
/** Where there is little room the editor has another face. */
const isPhone = () => matchMedia('(max-width: 640px)').matches

let editor
let canEdit = false
/** What was there when it was opened here; a decision is on that. */
let opened
let opening = Promise.resolve()
let lookAgain
let looking
let nextLook
let userId

/** One look at a time; who asks while one is under way gets the next, and shares it with others who do. */
function refresh() {
  if (!looking) return (looking = look().finally(() => (looking = undefined)))
  return (nextLook ??= looking
    .catch(() => undefined)
    .then(() => {
      nextLook = undefined
      return refresh()
    }))
}

async function look() {
  const [row, versions, log] = await Promise.all([
    service.get(path),
    service.get(`${path}/versions`),
    service.get(`${path}/logs?pageSize=30`),
  ])
  showDocument(row)
  showVersions(versions)
  showLog(log)
  element('force-save').hidden = !(canEdit && may('edit'))
  await review.show(row, log, userId)
  await sharing.refresh()
  if (isSubmittedAnew(row)) await openAnew(row)
}

function isSubmittedAnew({ status, submissionNo }) {
  return status === 'in_review' && opened !== undefined && submissionNo > opened
}

async function openAnew({ submissionNo }) {
  opened = submissionNo
  await openOrExplain()
  say('The document was submitted anew, and is opened again as it is now')
}

function close() {
  canEdit = false
  if (!editor) return
  editor.destroyEditor()
  element('stage').replaceChildren(Object.assign(document.createElement('div'), { id: 'editor' }))
  editor = undefined
}

async function open() {
  close()
  opened = (await service.get(path)).submissionNo
  const config = await service.get(`${path}/editor-config${isPhone() ? '?type=mobile' : ''}`)
  show('config', JSON.stringify(config, null, 2))
  await load(config.scriptUrl)
  editor = new DocsAPI.DocEditor('editor', { ...config, width: '100%', height: '100%', events })
  canEdit = config.document.permissions.edit
  element('force-save').hidden = !(canEdit && may('edit'))
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
  onRequestHistoryClose: () => attempt(openOrExplain),
  onRequestClose: () => attempt(refresh),
  onRequestUsers: ({ data: { c, search } }) =>
    attempt(async () => {
      if (c !== 'mention') return
      const keyword = search ? `?keyword=${encodeURIComponent(search)}` : ''
      editor.setUsers(await service.get(`${path}/mentionable${keyword}`))
    }),
  onRequestSendNotify: ({ data: { emails, message: comment, actionLink } }) =>
    attempt(() => service.call('POST', `${path}/mentions`, { emails, comment, actionLink })),
  onError: ({ data }) => say(`The editor says: ${data?.errorDescription ?? 'error'}`),
}

/** One opening at a time: each begins with putting away what the one before has opened. */
function openOrExplain() {
  return (opening = opening.catch(() => undefined).then(openNow))
}

/** Versions and log are there also where no editor is. */
async function openNow() {
  try {
    await open()
    explain(null)
  } catch (error) {
    if (error.status === 401) throw error
    explain(wordsOf(error))
  }
}

function explain(why) {
  element('without').hidden = why === null
  element('desk').classList.toggle('without', why !== null)
  show('why', why ?? '')
}

async function attempt(work) {
  try {
    await work()
  } catch (error) {
    if (error.status === 401) login.ended()
    else say(wordsOf(error), error.remedy)
  }
}

/** What is written in the editor is saved by closing it. */
function leave() {
  clearTimeout(lookAgain)
  close()
  opened = undefined
}

/** The next look waits for the last one, and for somebody to look. */
function keepLooking() {
  lookAgain = setTimeout(async () => {
    if (!document.hidden) await attempt(refresh)
    if (!element('desk').hidden) keepLooking()
  }, LOOK_AGAIN_MS)
}

async function enter() {
  const { user, permissions } = await service.get('app/auth/user/info')
  userId = user.id
  held = new Set(permissions)
  sharing.forget()
  await refresh()
  return async () => {
    await attempt(openOrExplain)
    await attempt(refresh)
    keepLooking()
  }
}

element('force-save').addEventListener('click', () =>
  attempt(async () => {
    const { no } = await service.call('POST', `${path}/force-save`)
    await refresh()
    say(`Saved as version ${no}`)
  })
)
element('reopen').addEventListener('click', () => attempt(openOrExplain))
void login.resume()
