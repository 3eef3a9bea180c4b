import type { History } from './history/history.js'

/** A walk on which something was found that must not be. */
export class Wrong extends Error {
  constructor(history: History) {
    const found = history.complaints.map((complaint) => `✘ ${complaint}`)
    const steps = history.script.map((line) => `  ${line}`)
    super([...found, '', 'The way there:', ...steps].join('\n'))
    this.name = 'Wrong'
    this.stack = undefined
  }
}
