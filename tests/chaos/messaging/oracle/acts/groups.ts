import { Conversation } from '../model/conversation.js'
import type { Rig } from '../rig.js'
import type { Person } from '../person.js'
import type { Answer } from '../stage/desk.js'
import { actives, passedOn } from './owners.js'

const LEAST_MEMBERS = 3

export const lockOf = (group: Conversation) => `group ${group.id}`
export const lockOfPerson = (person: number) => `person ${person}`

function ownerOf(rig: Rig, group: Conversation): Person | undefined {
  return actives(rig, group).find(({ id }) => id === group.owner)
}

/** Tells of a refusal that must not be. */
function assertDone(
  rig: Rig,
  { status, told }: Answer,
  what: string,
  group: Conversation
): boolean {
  rig.chronicle.checked()
  if (status === 200) return true
  rig.chronicle.deviate('refused', `${what}: ${status} ${told}`, {
    people: [...group.memberships.keys()],
    conversation: group.id,
  })
  return false
}

export async function found(rig: Rig): Promise<void> {
  const [owner, ...others] = rig.dice.shuffled(rig.people.filter(({ active }) => active))
  if (!owner) return
  const members = others.slice(0, rig.dice.between(2, others.length))
  await rig.locks.with(
    [owner, ...members].map(({ id }) => lockOfPerson(id)),
    async () => {
      if ([owner, ...members].some(({ active }) => !active)) return
      const title = `Group ${rig.world.groups.length + 1}`
      const memberIds = members.map(({ id }) => id)
      const group = new Conversation('group', title)
      const answer = await owner.session.ask('POST', '/app/im/conversations', { title, memberIds })
      if (!assertDone(rig, answer, 'founding', group)) return
      for (const id of [owner.id, ...memberIds]) {
        group.of(id).enter(0)
        group.of(id).entered()
      }
      group.owners = new Set([owner.id])
      rig.world.founded((answer.data as { id: number }).id, group)
      rig.chronicle.act(`${owner.id} founds ${group} with ${memberIds.join(', ')}`, {
        people: [owner.id, ...memberIds],
        conversation: group.id,
      })
    }
  )
}

/** The owner lets somebody in, who may have been there before. */
export async function add(
  rig: Rig,
  group = rig.dice.one(rig.world.groups)!,
  who?: Person
): Promise<void> {
  const outside = rig.people.filter(
    ({ id, active }) => active && !group.of(id).present && !group.of(id).changing
  )
  const fresh = who ? [who] : rig.dice.shuffled(outside).slice(0, rig.dice.between(1, 2))
  const keys = [lockOf(group), ...fresh.map(({ id }) => lockOfPerson(id))]
  await rig.locks.with(keys, async () => {
    const owner = ownerOf(rig, group)
    const coming = fresh.filter(({ id, active }) => active && !group.of(id).present)
    if (!owner || coming.length === 0) return
    const userIds = coming.map(({ id }) => id)
    for (const id of userIds) group.of(id).enter()
    noted(rig, group, `${owner.id} lets ${userIds.join(', ')} in`, [owner.id, ...userIds])
    const path = `/app/im/conversations/${group.id}/members`
    const answer = await owner.session.ask('POST', path, { userIds })
    for (const id of userIds) group.of(id).entered()
    assertDone(rig, answer, `letting ${userIds.join(', ')} into ${group}`, group)
  })
}

/** Somebody is taken out, or leaves. */
export async function remove(
  rig: Rig,
  group = rig.dice.one(rig.world.groups)!,
  who?: Person
): Promise<void> {
  await rig.locks.with([lockOf(group)], async () => {
    const inside = actives(rig, group)
    const owner = ownerOf(rig, group)
    const person = who ?? rig.dice.one(inside)
    if (!owner || !person || inside.length < LEAST_MEMBERS || !inside.includes(person)) return
    const isLeaving = person === owner || rig.dice.chance(40)
    noted(rig, group, `${person.id} ${isLeaving ? 'leaves' : `is taken out by ${owner.id}`}`, [
      person.id,
    ])
    const path = `/app/im/conversations/${group.id}`
    const exits = () =>
      isLeaving
        ? person.session.ask('POST', `${path}/leave`)
        : owner.session.ask('DELETE', `${path}/members/${person.id}`)
    await out(rig, group, person, exits)
    if (person === owner) await passedOn(rig, group, person.id)
  })
}

async function out(rig: Rig, group: Conversation, { id }: Person, exits: () => Promise<Answer>) {
  const membership = group.of(id)
  membership.exit()
  const answer = await exits()
  // Asked once more after a node had died, which had done it already.
  const isOut = answer.status === 404 || assertDone(rig, answer, `${id} out of ${group}`, group)
  if (isOut) membership.exited()
  else membership.stayed()
}

export async function handOver(rig: Rig): Promise<void> {
  const group = rig.dice.one(rig.world.groups)!
  await rig.locks.with([lockOf(group)], async () => {
    const owner = ownerOf(rig, group)
    const next = rig.dice.one(actives(rig, group).filter((one) => one !== owner))
    if (!owner || !next) return
    noted(rig, group, `${owner.id} hands over to ${next.id}`, [owner.id, next.id])
    group.owners = new Set([owner.id, next.id])
    const path = `/app/im/conversations/${group.id}/owner`
    const answer = await owner.session.ask('PUT', path, { userId: next.id })
    const isDone = answer.status === 403 || assertDone(rig, answer, `${group} to ${next.id}`, group)
    group.changedAt = performance.now()
    group.owners = new Set([isDone ? next.id : owner.id])
  })
}

export async function rename(rig: Rig): Promise<void> {
  const group = rig.dice.one(rig.world.groups)!
  await rig.locks.with([lockOf(group)], async () => {
    const owner = ownerOf(rig, group)
    if (!owner) return
    const title = `Group ${rig.dice.below(100_000)}`
    noted(rig, group, `${owner.id} calls it ${title}`, [owner.id])
    const answer = await owner.session.ask('PUT', `/app/im/conversations/${group.id}`, { title })
    group.changedAt = performance.now()
    if (assertDone(rig, answer, `renaming ${group}`, group)) group.title = title
  })
}

export async function mute(rig: Rig): Promise<void> {
  const group = rig.dice.one(rig.world.groups)!
  await rig.locks.with([lockOf(group)], async () => {
    const person = rig.dice.one(actives(rig, group))
    if (!person) return
    const muted = rig.dice.chance(50)
    const path = `/app/im/conversations/${group.id}/muted`
    const answer = await person.session.ask('PUT', path, { muted })
    if (assertDone(rig, answer, `muting ${group}`, group)) group.of(person.id).muted = muted
  })
}

function noted(rig: Rig, group: Conversation, what: string, people: number[]): void {
  rig.chronicle.counts.changes += 1
  rig.chronicle.act(`${group}: ${what}`, { people, conversation: group.id, isChange: true })
}
