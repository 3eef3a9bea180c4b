import { setTimeout as pause } from 'node:timers/promises'
import type { Device } from '../device/device.js'
import type { Rig } from '../rig.js'

/** Longer than it takes to find a node dead that says every two seconds that it lives. */
const PATIENCE_MS = 25_000
const LOOK_MS = 250

interface Wrong {
  device: Device
  person: number
  online: boolean
}

/** What each device was told of who is online, against whose sockets are open; told late it may be. */
export async function checkPresence(rig: Rig, how: 'told' | 'asked'): Promise<void> {
  const until = performance.now() + PATIENCE_MS
  let wrong: Wrong[] = []
  do {
    if (how === 'asked') await askAll(rig)
    wrong = allWrong(rig)
    if (wrong.length > 0) await pause(LOOK_MS)
  } while (wrong.length > 0 && performance.now() < until)
  for (const { device, person, online } of wrong)
    rig.chronicle.deviate(
      `presence as it is ${how}`,
      `${device.name} sees ${person} ${online ? 'online' : 'away'}`,
      { people: [device.person, person], conversation: null }
    )
}

const watching = (rig: Rig) =>
  rig.people.flatMap(({ devices }) => devices).filter(({ state }) => state === 'online')

async function askAll(rig: Rig): Promise<void> {
  const userIds = rig.people.map(({ id }) => id)
  await Promise.all(watching(rig).map((device) => device.ask({ type: 'presence', userIds })))
}

function allWrong(rig: Rig): Wrong[] {
  // Of whoever was deleted nobody is told any more.
  const there = new Set(rig.people.map(({ id }) => id))
  const online = new Set(rig.people.filter((person) => person.isOnline).map(({ id }) => id))
  return watching(rig).flatMap((device) =>
    [...device.presence].flatMap(([person, isOnline]) => {
      if (!there.has(person)) return []
      rig.chronicle.checked()
      return isOnline === online.has(person) ? [] : [{ device, person, online: isOnline }]
    })
  )
}
