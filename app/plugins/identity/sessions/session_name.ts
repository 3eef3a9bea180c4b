import { randomBytes } from 'node:crypto'

/** What ends with a session, wherever it is kept. */
export interface EndedSession {
  id: number
  /** By which tokens call it. */
  name: string
}

/** 128 random bits in hex, which every database compares alike: nobody guesses the name of another's session. */
export function newSessionName(): string {
  return randomBytes(16).toString('hex')
}

/** Sessions that were opened before sessions had names are called by their number. */
export function nameOfSession({ id, sid }: { id: number; sid: string | null }): string {
  return sid ?? String(id)
}

const NAME = /^[0-9a-f]{32}$/
const NUMBER = /^\d{1,9}$/

export function isSessionName(value: unknown): value is string {
  return typeof value === 'string' && (NAME.test(value) || NUMBER.test(value))
}

/** The columns that a name is found by; a session that has a name is not found by its number. */
export function columnsOf(name: string): { sid: string | null; id?: number } {
  return NAME.test(name) ? { sid: name } : { sid: null, id: Number(name) }
}
