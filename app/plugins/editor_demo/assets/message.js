import { buttonOf, element } from './shown.js'

/** The error of the repeated refresh, shown once. */
let standing

/** Shows a message until it is closed or replaced. */
export function say(text, action) {
  const entry = element('message')
  const shown = Object.assign(document.createElement('span'), { textContent: text })
  const actions = [...(action ? [action] : []), AWAY]
  entry.replaceChildren(shown, ...actions.map(puttingAway))
  entry.hidden = false
}

export function unsay() {
  standing = undefined
  putAway()
}

export function sayOnce(text) {
  if (standing === text) return
  standing = text
  say(text)
}

/** The refresh succeeds again. */
export function unsayStanding() {
  if (standing === undefined) return
  if (element('message').firstChild?.textContent === standing) putAway()
  standing = undefined
}

const AWAY = { title: 'Close', run() {} }

function putAway() {
  element('message').hidden = true
  element('message').replaceChildren()
}

function puttingAway({ title, run }) {
  return buttonOf({
    title,
    run() {
      putAway()
      run()
    },
  })
}
