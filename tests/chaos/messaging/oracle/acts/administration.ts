import { setTimeout as pause } from 'node:timers/promises'
import type { Conversation } from '../model/conversation.js'
import { Person } from '../person.js'
import type { Rig } from '../rig.js'
import { lockOf, lockOfPerson } from './groups.js'
import { actives, passedOn } from './owners.js'
import { pageIn } from '../stage/desk.js'

const PASSWORD = 'correct horse battery'
const LEAST_LEFT = 2
const LEAST_PEOPLE = 6
const PATIENCE_MS = 30_000
/** Nodes are not killed while somebody is disabled or deleted: what is due then is done by the next sweep. */
export const NODES = 'nodes'

let made = 0

/** Somebody new, with devices that have heard nothing yet. */
export async function newcomer(rig: Rig, devices = 2): Promise<Person> {
  const username = `oracle-${process.pid}-${++made}`
  const body = { username, nickname: username, password: PASSWORD, departmentId: null, roleIds: [] }
  const { id } = (await rig.admin('POST', '/app/system/users', body)) as { id: number }
  const person = new Person(id as number, username, PASSWORD, rig)
  for (let count = 0; count < devices; count++) person.addDevice().wake()
  rig.chronicle.act(`${person.id} is new`, { people: [person.id] })
  return person
}

/** Somebody new, to whom nobody speaks before their devices have caught up for the first time: what is read by then does not come. */
export async function arrive(rig: Rig): Promise<void> {
  const person = await newcomer(rig)
  const until = performance.now() + PATIENCE_MS
  while (!person.devices.every(({ state }) => state === 'online')) {
    if (performance.now() > until) return person.devices.forEach((device) => device.sleep())
    await pause(20)
  }
  rig.people.push(person)
}

/** Somebody may not log in for a while; a group of theirs goes to another one. */
export async function disable(rig: Rig): Promise<void> {
  await withSomebody(rig, async (person, groups) => {
    await rig.locks.with([NODES], async () => {
      noted(rig, person, 'is disabled')
      person.active = false
      rig.world.awaySince.set(person.id, Infinity)
      await rig.admin('PUT', `/app/system/users/${person.id}/status`, { status: 'disabled' })
      for (const group of groups)
        if (group.owners.has(person.id)) await passedOn(rig, group, person.id)
    })
    await pause(rig.dice.between(300, 1_500))
    await rig.admin('PUT', `/app/system/users/${person.id}/status`, { status: 'enabled' })
    person.active = true
    rig.world.awaySince.set(person.id, performance.now())
    noted(rig, person, 'is enabled')
  })
}

/** Somebody leaves all groups for good. */
export async function remove(rig: Rig): Promise<void> {
  if (rig.people.length <= LEAST_PEOPLE) return arrive(rig)
  await withSomebody(rig, async (person, groups) => {
    const until = performance.now() + PATIENCE_MS
    person.active = false
    while (person.devices.some(({ unanswered }) => unanswered > 0))
      if (performance.now() < until) await pause(20)
      else return void (person.active = true)
    await rig.locks.with([NODES], () => deleted(rig, person, groups))
  })
}

async function deleted(rig: Rig, person: Person, groups: Conversation[]): Promise<void> {
  noted(rig, person, 'is deleted')
  rig.world.awaySince.set(person.id, Infinity)
  rig.people = rig.people.filter((one) => one !== person)
  for (const group of groups) group.of(person.id).exit()
  await rig.admin('DELETE', `/app/system/users/${person.id}`)
  for (const group of groups) {
    await gone(rig, group, person.id)
    group.of(person.id).exited()
    if (group.owners.has(person.id)) await passedOn(rig, group, person.id)
  }
  const until = performance.now() + PATIENCE_MS
  while (person.isOnline && performance.now() < until) await pause(50)
  if (person.isOnline)
    rig.chronicle.deviate('a socket of somebody who is deleted', `${person.id}`, {
      people: [person.id],
    })
  for (const device of person.devices) device.sleep()
}

/** Until the members are told without them. */
async function gone(rig: Rig, group: Conversation, id: number): Promise<void> {
  const until = performance.now() + PATIENCE_MS
  for (;;) {
    const asked = rig.dice.one(actives(rig, group))!
    const path = `/app/im/conversations/${group.id}/members?pageSize=200`
    const { items } = pageIn<{ userId: number }>(await asked.session.ask('GET', path))
    if (items.length > 0 && !items.some(({ userId }) => userId === id)) return
    if (performance.now() > until) break
    await pause(100)
  }
  rig.chronicle.deviate('deleted and still a member', `${id} of ${group}`, {
    people: [id],
    conversation: group.id,
  })
}

/** Somebody whose groups can do without them, while none of these changes. */
async function withSomebody(
  rig: Rig,
  work: (person: Person, groups: Conversation[]) => Promise<void>
): Promise<void> {
  const person = rig.dice.one(rig.people.filter(({ active }) => active))
  if (!person) return
  const keys = [...rig.world.groups.map(lockOf), lockOfPerson(person.id)]
  await rig.locks.with(keys, async () => {
    const groups = rig.world.groups.filter((group) => group.of(person.id).present)
    const canGo = groups.every((group) => {
      const left = actives(rig, group).filter((one) => one !== person)
      return left.length >= LEAST_LEFT
    })
    if (canGo && person.active) await work(person, groups)
  })
}

function noted(rig: Rig, { id }: Person, what: string): void {
  rig.chronicle.counts.changes += 1
  rig.chronicle.act(`${id} ${what}`, { people: [id], conversation: null, isChange: true })
}
