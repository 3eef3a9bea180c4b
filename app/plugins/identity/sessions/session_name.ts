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

const NAME = /^[0-9a-f]{32}$/

export function isSessionName(value: unknown): value is string {
  return typeof value === 'string' && NAME.test(value)
}
