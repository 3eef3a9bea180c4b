const lines: string[] = []

/** Something the person at the terminal must read once the service is up, such as a first password. */
export function announce(line: string): void {
  lines.push(line)
}

/** What was announced since the last call. */
export function takeAnnouncements(): string[] {
  return lines.splice(0)
}
