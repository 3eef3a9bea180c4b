import { setTimeout as pause } from 'node:timers/promises'
import type { Conversation } from '../model/conversation.js'
import type { Person } from '../person.js'
import type { Rig } from '../rig.js'

/** Clocks of nodes agree that closely. */
const CLOCKS_MS = 1_000
const PATIENCE_MS = 20_000

/** Of the group, whoever is there and may act. */
export function actives(rig: Rig, group: Conversation): Person[] {
  const members = new Set(group.members())
  return rig.people.filter(({ id, active }) => active && members.has(id))
}

/** The owner is gone or away: whoever was there for longest follows. */
export async function passedOn(rig: Rig, group: Conversation, before: number): Promise<void> {
  group.changedAt = performance.now()
  const others = actives(rig, group).filter(({ id }) => id !== before)
  const heirs = eldest(group, others)
  group.owners = new Set(heirs)
  const until = performance.now() + PATIENCE_MS
  let told: unknown
  do {
    const asked = rig.dice.one(others)!
    const answer = await asked.session.ask('GET', `/app/im/conversations/${group.id}`)
    told = (answer.data as { ownerId?: number } | null)?.ownerId
    if (heirs.includes(told as number)) {
      group.owners = new Set([told as number])
      return rig.chronicle.checked()
    }
    await pause(200)
  } while (performance.now() < until)
  const expected = `${heirs.join(' or ')} after ${before}`
  rig.chronicle.deviate(
    'another owner',
    `${group} is owned by ${told as number}, not ${expected}`,
    {
      people: [before, ...others.map(({ id }) => id)],
      conversation: group.id,
    }
  )
}

/** More than one where it cannot be told who came first. */
function eldest(group: Conversation, people: readonly Person[]): number[] {
  const joined = people.map(({ id }) => ({ id, ...group.of(id).joined }))
  const earliest = Math.min(...joined.map(({ to }) => to)) + CLOCKS_MS
  return joined.filter(({ from }) => from <= earliest).map(({ id }) => id)
}
