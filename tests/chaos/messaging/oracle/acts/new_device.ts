import type { Device } from '../device/device.js'
import type { Held } from '../device/shelf.js'
import type { Person } from '../person.js'
import type { Rig } from '../rig.js'
import { lockOfPerson } from './groups.js'
import { pageIn } from '../stage/desk.js'

const MOST_DEVICES = 5
const PATIENCE_MS = 30_000
const PAGE = 200

/** Somebody logs in on another device, which reads what was said before over HTTP. */
export async function newDevice(rig: Rig): Promise<void> {
  const person = rig.dice.one(
    rig.people.filter(({ active, devices }) => active && devices.length < MOST_DEVICES)
  )
  if (person) await rig.locks.with([lockOfPerson(person.id)], () => onAnother(rig, person))
}

/** Nobody disables or deletes them meanwhile. */
async function onAnother(rig: Rig, person: Person): Promise<void> {
  if (!person.active || !rig.people.includes(person)) return
  const device = person.addDevice()
  rig.afterSync.loading.add(device)
  rig.chronicle.act(`${device.name} is new`, { people: [person.id], conversation: null })
  device.wake()
  const until = performance.now() + PATIENCE_MS
  while (device.state !== 'online') {
    if (performance.now() > until || !person.active) return forget(rig, person, device)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  await load(rig, person, device)
}

/** It did not get as far as that. */
function forget(rig: Rig, person: Person, device: Device): void {
  device.sleep()
  person.devices.splice(person.devices.indexOf(device), 1)
  rig.afterSync.loading.delete(device)
}

interface Listed {
  id: number
  joinedSeq: number
}

async function load(rig: Rig, person: Person, device: Device): Promise<void> {
  const known = new Set<number>()
  const path = `/app/im/conversations?pageSize=${PAGE}`
  const { items } = pageIn<Listed>(await person.session.ask('GET', path))
  for (const { id, joinedSeq } of items) {
    const messages = await historyOf(person, id)
    const position = messages.at(-1)?.seq ?? joinedSeq
    device.inbox.add(id, messages, position)
    known.add(id)
  }
  for (const conversation of rig.world.conversations)
    if (!known.has(conversation.id!)) rig.afterSync.beginAt(device, conversation)
  rig.afterSync.loading.delete(device)
}

async function historyOf(person: Person, id: number): Promise<Held[]> {
  const all: Held[] = []
  for (let more = true; more;) {
    const before = all.length > 0 ? `&beforeSeq=${all[0]!.seq}` : ''
    const path = `/app/im/conversations/${id}/messages?limit=${PAGE}${before}`
    const { items, hasMore } = pageIn<Held>(await person.session.ask('GET', path))
    all.unshift(...items)
    more = hasMore
  }
  return all
}
