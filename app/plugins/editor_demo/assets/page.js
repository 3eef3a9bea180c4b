import { Editor } from './editor.js'
import { Login } from './login.js'
import { Picker } from './picker.js'
import { Review } from './review.js'
import { Sharing } from './sharing.js'
import { isAbandoned, wordsOf } from './service.js'
import { say, sayOnce, unsay, unsayStanding } from './message.js'
import { clear, element, explain, showDocument, showLog, showVersions } from './shown.js'

const { service: root, document: documentId } = document.body.dataset
const login = new Login(root, { enter, leave })
const { service } = login
const path = `app/document/${documentId}`
const LOOK_AGAIN_MS = 2000
const OUT_OF_SIGHT = ['E_NOT_FOUND', 'E_FORBIDDEN']
/** The permissions of the user. */
let held = new Set()
const may = (verb) => held.has(`document:document:${verb}`)
const sharing = new Sharing(service, path, attempt, may)
const editor = new Editor(service, path, {
  row: () => seen(service.get(path)),
  attempt,
  refresh: lookOnce,
  reopen: () => attempt(openOrExplain),
})
const review = new Review(service, path, {
  opened: () => editor.opened,
  may,
  handlers: new Picker('submit', service, attempt),
  attempt: (work) =>
    attempt(async () => {
      done = await (doing = work())
      await openOrExplain()
      await refresh()
      done = undefined
    }),
})

let opening = Promise.resolve()
let lookAgain
let looking
let nextLook
let userId
/** The last action, in words, where it may be the reason that the user may not see the document any more. */
let done
let doing
let isLost = false

/** One refresh at a time; calls meanwhile share the next one. */
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
  const [row, versions, log] = await seen(
    Promise.all([
      service.get(path),
      service.get(`${path}/versions`),
      service.get(`${path}/logs?pageSize=30`),
    ])
  )
  showDocument(row)
  showVersions(versions)
  showLog(log)
  offerSave()
  await review.show(row, log, userId)
  await sharing.refresh()
  if (isSubmittedAnew(row)) await openAnew(row)
}

/** Marks errors that say that the user may not see the document. */
function seen(work) {
  return work.catch((error) => {
    throw Object.assign(error, { isOutOfSight: OUT_OF_SIGHT.includes(error.reason) })
  })
}

function offerSave() {
  element('force-save').hidden = !(editor.canEdit && may('edit'))
}

function isSubmittedAnew({ status, submissionNo }) {
  return status === 'in_review' && editor.opened !== undefined && submissionNo > editor.opened
}

async function openAnew({ submissionNo }) {
  editor.opened = submissionNo
  await openOrExplain()
  say('The document was submitted anew, and is opened again as it is now')
}

/** One opening at a time. */
function openOrExplain() {
  return (opening = service.during(opening.catch(() => undefined)).then(openNow))
}

/** Without an editor the rest of the page still works. */
async function openNow() {
  try {
    await editor.open()
    offerSave()
    explain(null)
  } catch (error) {
    if (isAbandoned(error) || error.status === 401 || error.isOutOfSight) throw error
    explain(faultOf(error))
  }
}

/** The settings are shown only for errors of the document server. */
function faultOf(error) {
  const isOfDocumentServer = error.reason?.startsWith('E_EDITOR_') ?? false
  const heading = isOfDocumentServer ? 'No document server' : 'The editor could not be opened'
  return { heading, why: wordsOf(error), isOfDocumentServer }
}

async function attempt(work, tell = say) {
  try {
    await work()
  } catch (error) {
    if (isAbandoned(error)) return
    if (error.status === 401) login.ended()
    else if (error.isOutOfSight) await loseSight()
    else tell(wordsOf(error), error.remedy)
  }
}

/** Waits for the running action, which may be the reason. */
async function loseSight() {
  const ended = await service.during(doing).catch((error) => error)
  if (!isAbandoned(ended)) lose()
}

/** Hides the document, and stops the refresh until the user opens it again. */
function lose() {
  isLost = true
  putAway()
  service.abandon()
  const why = 'You may not see this document any more, or it is there no more.'
  explain({ heading: 'Out of sight', why: [done, why].filter(Boolean).join(' '), isLost })
}

function leave() {
  putAway()
  explain(null)
  held = new Set()
  userId = undefined
  done = undefined
  doing = undefined
}

function putAway() {
  clearTimeout(lookAgain)
  editor.close()
  editor.opened = undefined
  clear()
  unsay()
}

/** Shows a repeated error once. */
function lookOnce() {
  return attempt(async () => {
    await refresh()
    unsayStanding()
  }, sayOnce)
}

/** Pauses while the page is hidden. */
function keepLooking() {
  clearTimeout(lookAgain)
  lookAgain = setTimeout(async () => {
    if (!document.hidden) await lookOnce()
    if (!isLost && !element('desk').hidden) keepLooking()
  }, LOOK_AGAIN_MS)
}

async function begin() {
  isLost = false
  await attempt(openOrExplain)
  if (!isLost) await lookOnce()
  if (!isLost && !element('desk').hidden) keepLooking()
}

async function enter() {
  const { user, permissions } = await service.get('app/auth/user/info')
  userId = user.id
  held = new Set(permissions)
  await refresh()
  return begin
}

element('force-save').addEventListener('click', () =>
  attempt(async () => {
    const { no } = await service.call('POST', `${path}/force-save`)
    await refresh()
    say(`Saved as version ${no}`)
  })
)
element('reopen').addEventListener('click', begin)
void login.resume()
