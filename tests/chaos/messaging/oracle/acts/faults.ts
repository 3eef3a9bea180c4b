import { setTimeout as pause } from 'node:timers/promises'
import type { Person } from '../person.js'
import type { Rig } from '../rig.js'
import { NODES } from './administration.js'

export type Fault = 'nothing' | 'kill' | 'restart' | 'redis'
/** Of the first rounds the one that is last comes first: a short trial has it in any case. */
export const FAULTS: readonly Fault[] = ['nothing', 'restart', 'redis', 'kill']

const GATHERING_MS = 1_500

/** A node is killed, and with it all sockets of somebody who does not come back for a while. */
async function kill(rig: Rig): Promise<void> {
  const index = rig.dice.below(2)
  const person = rig.dice.one(
    rig.people.filter(({ active, devices }) => active && !devices.some(({ steady }) => steady))
  )!
  gather(person, index)
  await pause(GATHERING_MS)
  await rig.locks.with([NODES], async () => {
    rig.chronicle.act(`node ${index} is killed, and ${person.id} stays away`)
    const isThere = person.active && person.devices.every(({ node }) => node === index)
    if (isThere) rig.resting.add(person.id)
    const killed = rig.nodes.end(index, 'SIGKILL')
    rig.world.nodeDied(index)
    if (isThere) for (const device of person.devices) device.sleep()
    for (const device of person.devices) device.prefers = null
    await killed
    await pause(rig.dice.between(200, 2_000))
    await rig.nodes.begin(index)
    rig.chronicle.act(`node ${index} is back`)
  })
}

function gather({ devices }: Person, index: number): void {
  for (const device of devices) {
    device.prefers = index
    if (device.node !== index) device.cut()
  }
}

async function restart(rig: Rig): Promise<void> {
  const index = rig.dice.below(2)
  await rig.locks.with([NODES], async () => {
    rig.chronicle.act(`node ${index} is restarted`)
    await rig.nodes.end(index, 'SIGTERM')
    await rig.nodes.begin(index)
    rig.chronicle.act(`node ${index} is back`)
  })
}

async function redis(rig: Rig): Promise<void> {
  rig.chronicle.act('Redis is away')
  await rig.nodes.takeRedis()
  await pause(rig.dice.between(500, 3_000))
  await rig.nodes.giveRedis()
  rig.chronicle.act('Redis is back, and empty')
}

export const faults: Readonly<Record<Fault, (rig: Rig) => Promise<void>>> = {
  kill,
  redis,
  restart,
  nothing: () => Promise.resolve(),
}
