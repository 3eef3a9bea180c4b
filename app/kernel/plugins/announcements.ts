/** Something the person at the terminal must read once, such as a first password. Shown at once: it may not come again. */
export function announce(line: string): void {
  process.stdout.write(`${line}\n`)
}
