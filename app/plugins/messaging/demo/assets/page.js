import { Desk } from './desk.js'
import { Session } from './session.js'

const session = new Session(document.body.dataset.service)
const find = (id) => document.getElementById(id)
let desk = null

async function begin() {
  const { user } = await session.call('GET', 'app/auth/user/info')
  desk = new Desk(session, user)
  find('login').hidden = true
  find('desk').hidden = false
  await desk.open()
}

function onSubmit(id, work) {
  find(id).addEventListener('submit', (event) => {
    event.preventDefault()
    void work(event.target.elements, event.target)
  })
}

onSubmit('login', async ({ username, password }, form) => {
  try {
    await session.logIn(username.value, password.value)
    await begin()
  } catch (error) {
    form.querySelector('.fault').textContent = error.message
  }
})

onSubmit('begin', ({ keyword }) => desk.find(keyword.value.trim()))

onSubmit('search', ({ keyword }) => desk.search(keyword.value.trim()))

onSubmit('write', ({ text }) => {
  void desk.send(text.value)
  text.value = ''
})

find('write').addEventListener('input', () => desk.typing())
find('line').addEventListener('click', () => desk.switchLine())
find('leave').addEventListener('click', async () => {
  desk.close()
  await session.logOut()
  location.reload()
})

if (session.isOpen) void begin()
