import { setTimeout as pause } from 'node:timers/promises'
import type { Conversation } from '../model/conversation.js'
import type { Rig } from '../rig.js'
import { add, remove } from './groups.js'
import { actives } from './owners.js'
import { deviceIn, say } from './talk.js'

/** While all devices of somebody are away, they are written to, taken out, let in again and written to. */
export async function awayAndBack(rig: Rig): Promise<void> {
  const group = rig.dice.one(rig.world.groups)!
  const others = actives(rig, group).filter(({ id }) => id !== group.owner)
  const person = rig.dice.one(others.filter(({ devices }) => !devices.some(({ steady }) => steady)))
  if (!person) return
  const awake = person.devices.filter(({ isWanted }) => isWanted)
  for (const device of awake) device.sleep()
  rig.chronicle.act(`${person.id} is away with all devices`, {
    people: [person.id],
    conversation: null,
  })
  try {
    await said(rig, group)
    await remove(rig, group, person)
    await said(rig, group)
    if (!group.of(person.id).present) await add(rig, group, person)
    await said(rig, group)
  } finally {
    for (const device of awake) device.wake()
  }
}

async function said(rig: Rig, group: Conversation): Promise<void> {
  for (let count = 0; count < 2; count++) {
    const device = deviceIn(rig, group)
    if (device) say(rig, group, device)
  }
  await pause(rig.dice.between(5, 60))
}
