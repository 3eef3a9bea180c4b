import type { EnvironmentKeys } from './define_settings.js'
import { E_MISSING_SETTING } from './missing_setting.js'

/** Rows that are removed once they are older than a number of days; 0 keeps them for good. */
export interface RetentionKind {
  /** Default; without one the configuration chooses it, as `unset` says. */
  days?: number
  /** The shortest time that may be set. */
  min: number
  /** What is kept, in one line of Markdown. */
  doc: string
  /** What applies when it is not set, in Markdown. */
  unset?: string
}

export type RetentionKinds = Readonly<Record<string, RetentionKind>>

/** Days by kind. */
export type RetentionDays<Kinds extends RetentionKinds> = {
  [Kind in keyof Kinds]: Kinds[Kind] extends { days: number } ? number : number | undefined
}

const LONGEST_DAYS = 36_500

/** Declares the kinds of rows that a plugin removes after a time. */
export function defineRetention<const Kinds extends RetentionKinds>(kinds: Kinds): Kinds {
  return kinds
}

/** For how many days each kind is kept: as RETENTION_DAYS says, else by its default. */
export function retentionDays<Kinds extends RetentionKinds>(
  kinds: Kinds,
  { RETENTION_DAYS }: EnvironmentKeys = process.env
): RetentionDays<Kinds> {
  const set = new Map(partsOf(RETENTION_DAYS).map(({ kind, days }) => [kind, Number(days)]))
  const days = Object.entries(kinds).map(([kind, { days: usual }]) => [
    kind,
    set.get(kind) ?? usual,
  ])
  return Object.fromEntries(days) as RetentionDays<Kinds>
}

/**
 * Refuses a RETENTION_DAYS that is no list such as `messages:365,sessions:90` of declared kinds.
 *
 * @throws E_MISSING_SETTING
 */
export function assertRetention(
  kinds: RetentionKinds,
  { RETENTION_DAYS }: EnvironmentKeys = process.env
): void {
  for (const { kind, days } of partsOf(RETENTION_DAYS)) {
    if (!Object.hasOwn(kinds, kind))
      throw new E_MISSING_SETTING(`RETENTION_DAYS names "${kind}"; the kinds are ${listOf(kinds)}`)
    const { min } = kinds[kind]!
    const count = Number(days || Number.NaN)
    if (Number.isInteger(count) && count >= min && count <= LONGEST_DAYS) continue
    throw new E_MISSING_SETTING(
      `RETENTION_DAYS sets ${kind} to "${days}"; set a whole number of days from ${min} to ${LONGEST_DAYS}, such as ${kind}:90`
    )
  }
}

/**
 * Refuses keys such as SESSION_RETENTION_DAYS, which were settings of their own before.
 *
 * @param declared what is a setting
 */
export function assertNoOldRetention(
  kinds: RetentionKinds,
  declared: object,
  environment: EnvironmentKeys = process.env
): void {
  const old = Object.keys(environment).find(
    (key) => key.endsWith('_RETENTION_DAYS') && environment[key] && !Object.hasOwn(declared, key)
  )
  if (!old) return
  throw new E_MISSING_SETTING(
    `${old} has moved to RETENTION_DAYS, such as RETENTION_DAYS=sessions:90; the kinds are ${listOf(kinds)}`
  )
}

function partsOf(text = ''): { kind: string; days: string }[] {
  const parts = text.split(',').map((part) => part.trim())
  return parts.filter(Boolean).map((part) => {
    const [kind = '', days = ''] = part.split(':').map((half) => half.trim())
    return { kind, days }
  })
}

function listOf(kinds: RetentionKinds): string {
  return Object.keys(kinds).join(', ')
}
