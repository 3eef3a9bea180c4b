import { Login } from './login.js'
import { say, unsay } from './message.js'
import { isAbandoned, wordsOf } from './service.js'
import { element, onSubmit } from './shown.js'

const { service: root, demo } = document.body.dataset
const login = new Login(root, { enter, leave })
const { service } = login

async function enter() {
  const [{ permissions }, { items }] = await Promise.all([
    service.get('app/auth/user/info'),
    service.get('app/document?pageSize=50&count=none'),
  ])
  element('create').hidden = !permissions.includes('document:document:create')
  element('none').hidden = items.length > 0
  element('documents').replaceChildren(...items.map(entryOf))
}

function entryOf({ id, title, fileType, status }) {
  const entry = document.createElement('li')
  const link = Object.assign(document.createElement('a'), { href: addressOf(id) })
  link.textContent = `${title}.${fileType}`
  entry.append(link, ` ${status.replaceAll('_', ' ')}`)
  return entry
}

const addressOf = (id) => `${demo}${id}`

function leave() {
  element('documents').replaceChildren()
  element('create').reset()
  unsay()
}

onSubmit('create', async (form) => {
  const { title, fileType } = Object.fromEntries(new FormData(form))
  try {
    const { id } = await service.call('POST', 'app/document', { title, fileType })
    form.reset()
    location.assign(addressOf(id))
  } catch (error) {
    if (!isAbandoned(error)) say(wordsOf(error))
  }
})
void login.resume()
