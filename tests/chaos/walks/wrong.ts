interface Told {
  /** What was found wrong. */
  complaints: readonly string[]
  /** For the reader: what happened. */
  script: readonly string[]
}

/** A walk on which something was found that must not be. */
export class Wrong extends Error {
  constructor({ complaints, script }: Told) {
    const found = complaints.map((complaint) => `✘ ${complaint}`)
    const steps = script.map((line) => `  ${line}`)
    super([...found, '', 'The way there:', ...steps].join('\n'))
    this.name = 'Wrong'
    this.stack = undefined
  }
}
