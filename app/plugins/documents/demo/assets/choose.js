import { Login } from './login.js'
import { say } from './message.js'
import { wordsOf } from './service.js'
import { element } from './shown.js'

const { service: root, demo } = document.body.dataset
const login = new Login(root, { enter })
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

element('create').addEventListener('submit', async (event) => {
  event.preventDefault()
  const { title, fileType } = Object.fromEntries(new FormData(event.target))
  try {
    const { id } = await service.call('POST', 'app/document', { title, fileType })
    location.assign(addressOf(id))
  } catch (error) {
    say(wordsOf(error))
  }
})
void login.resume()
