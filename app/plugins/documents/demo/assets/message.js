import { element } from './shown.js'

/** Says something that stays until it is put away, or something else is said. */
export function say(text, action) {
  const entry = element('message')
  const shown = Object.assign(document.createElement('span'), { textContent: text })
  entry.replaceChildren(shown, ...(action ? [button(action)] : []), button(AWAY))
  entry.hidden = false
}

export function unsay() {
  element('message').hidden = true
}

const AWAY = { title: 'Close', run() {} }

function button({ title, run }) {
  const made = Object.assign(document.createElement('button'), {
    type: 'button',
    textContent: title,
  })
  made.addEventListener('click', () => {
    unsay()
    run()
  })
  return made
}
