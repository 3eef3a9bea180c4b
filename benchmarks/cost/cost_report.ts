import { markdownTable } from '../harness/table.js'
import { isWithin, type Actor, type Aim, type Outcome } from './trial.js'

/** Milliseconds of processor time for one request, and of the loop between two turns. */
const AIMS: Readonly<Record<Actor, Aim>> = {
  'nobody': { cpuMs: 5, turnMs: 50 },
  'clerk': { cpuMs: 50, turnMs: 50 },
  'document server': { cpuMs: Infinity, turnMs: 50 },
}

/** A password is meant to be dear to guess: the hash alone takes some 25 ms, in a thread of its own. */
const HASHES =
  /^(POST \/app\/auth\/login|POST \/app\/system\/users|PUT \/app\/(auth|system\/users\/\{id\})\/password)$/
const HASH_MS = 60
/** Read in threads with limits of their own: there is an aim for the loop alone. */
const IN_THREAD = /^POST \/app\/system\/users\/import$/

const WORST = 12

/** Node.js itself calls for every chunk; what one read of the socket brings is parsed before anybody can refuse it. */
const CRUMBS_MS = 15

export function aimOf({ actor, target, kind }: Pick<Outcome, 'actor' | 'target' | 'kind'>): Aim {
  const aim = AIMS[actor]
  if (kind.endsWith('crumbs')) return { ...aim, cpuMs: aim.cpuMs + CRUMBS_MS }
  if (IN_THREAD.test(target) && actor !== 'nobody') return { ...aim, cpuMs: Infinity }
  return HASHES.test(target) ? { ...aim, cpuMs: aim.cpuMs + HASH_MS } : aim
}

export function costReport(outcomes: readonly Outcome[]): { text: string; missed: number } {
  const missed = outcomes.filter((one) => !isWithin(one, aimOf(one)))
  const actors = [...new Set(outcomes.map(({ actor }) => actor))]
  const text = [
    ...actors.map((actor) =>
      section(
        actor,
        outcomes.filter((one) => one.actor === actor)
      )
    ),
    missed.length === 0
      ? `All ${outcomes.length} are within their aims.`
      : `## ${missed.length} of ${outcomes.length} miss their aim\n\n${table(missed.sort(dearest))}`,
  ].join('\n\n')
  return { text, missed: missed.length }
}

function section(actor: Actor, outcomes: readonly Outcome[]): string {
  const { cpuMs, turnMs } = AIMS[actor]
  const targets = new Set(outcomes.map(({ target }) => target)).size
  const longest = Math.max(...outcomes.map((one) => one.turnMs))
  const wall = Math.max(...outcomes.map((one) => one.stallMs))
  return [
    `## As ${actor}: ${outcomes.length} trials of ${targets} operations and channels`,
    '',
    `Aims: ${cpuMs === Infinity ? 'none for the' : `${cpuMs} ms of`} processor time, ${turnMs} ms of the loop. ` +
      `Median ${median(outcomes).toFixed(1)} ms; longest turn of the loop ${longest.toFixed(1)} ms (${wall.toFixed(0)} ms by the wall clock, ` +
      `other processes included).`,
    '',
    table([...outcomes].sort(dearest).slice(0, WORST)),
  ].join('\n')
}

function table(outcomes: readonly Outcome[]): string {
  return markdownTable(
    ['to', 'what', 'bytes', 'answer', 'CPU ms', 'CPU ns a byte', 'turn ms', 'stall ms'],
    outcomes.map(({ target, kind, sent, status, cpuMs, turnMs, stallMs }) => [
      target,
      kind,
      String(sent),
      String(status),
      cpuMs.toFixed(1),
      ((cpuMs * 1_000_000) / Math.max(1, sent)).toFixed(0),
      turnMs.toFixed(1),
      stallMs.toFixed(0),
    ])
  )
}

function dearest(a: Outcome, b: Outcome): number {
  return shareOfAim(b) - shareOfAim(a)
}

function shareOfAim(outcome: Outcome): number {
  const { cpuMs, turnMs } = aimOf(outcome)
  return Math.max(outcome.cpuMs / cpuMs, outcome.turnMs / turnMs)
}

function median(outcomes: readonly Outcome[]): number {
  const sorted = outcomes.map(({ cpuMs }) => cpuMs).sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)]!
}
