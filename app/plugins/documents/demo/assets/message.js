import { buttonOf, element } from './shown.js'

/** What looks go on failing with: said once, however often they do. */
let standing

/** Says something that stays until it is put away, or something else is said. */
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

/** Looks succeed again: what they failed with is no news any more. */
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
