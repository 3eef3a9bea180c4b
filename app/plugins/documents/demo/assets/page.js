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
/** What whoever is logged in holds, somewhere at least; the service tells where. */
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
/** What somebody did that may have taken the document out of their sight, in words. */
let done
let doing
let isLost = false

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

/** Marks the refusal of whoever may not see the document; what a proxy says is none. */
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

/** One opening at a time: each begins with putting away what the one before has opened. */
function openOrExplain() {
  return (opening = service.during(opening.catch(() => undefined)).then(openNow))
}

/** Versions and log are there also where no editor is. */
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

/** Settings are looked at where the document server is at fault, and nowhere else. */
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

/** What is being done has the word first: it may be why. */
async function loseSight() {
  const ended = await service.during(doing).catch((error) => error)
  if (!isAbandoned(ended)) lose()
}

/** Nothing of it is shown any more, and nothing asked about it, until whoever is there asks themselves. */
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

/** What goes wrong with each look is said once, until one succeeds. */
function lookOnce() {
  return attempt(async () => {
    await refresh()
    unsayStanding()
  }, sayOnce)
}

/** The next look waits for the last one, and for somebody to look. */
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
