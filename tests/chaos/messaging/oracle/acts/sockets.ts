import { setTimeout as pause } from 'node:timers/promises'
import type { Device } from '../device/device.js'
import type { Rig } from '../rig.js'
import { ShutOut } from '../stage/session.js'
import { say, takeBack } from './talk.js'

const SYNCED_MS = 10_000
const LONG = 12_000
const LONG_ONES = 40
const TAKEN_BACK = 20

function anyDevice(rig: Rig): Device | undefined {
  const devices = rig.people.filter(({ active }) => active).flatMap(({ devices: all }) => all)
  return rig.dice.one(devices.filter(({ isOpen, steady }) => isOpen && !steady))
}

function noted(rig: Rig, device: Device, what: string): void {
  rig.chronicle.act(`${device.name} ${what}`, { people: [device.person], conversation: null })
}

export async function cut(rig: Rig): Promise<void> {
  const device = anyDevice(rig)
  if (!device) return
  noted(rig, device, 'is cut off')
  rig.chronicle.counts.cuts += 1
  device.cut()
}

/** A device is away for a while. */
export async function sleep(rig: Rig): Promise<void> {
  const device = anyDevice(rig)
  if (!device) return
  noted(rig, device, 'goes away')
  rig.chronicle.counts.cuts += 1
  device.sleep()
  await pause(rig.dice.between(300, 5_000))
  device.wake()
}

export async function dawdle(rig: Rig): Promise<void> {
  const device = anyDevice(rig)
  if (!device) return
  noted(rig, device, 'takes nothing for a while')
  device.dawdle(rig.dice.between(200, 3_000))
}

/** A newer token for the socket that is open. */
export async function renew(rig: Rig): Promise<void> {
  const device = anyDevice(rig)
  if (!device || rig.nodes.redisIsAway) return
  noted(rig, device, 'renews its token')
  const { openedAt } = device
  const token = await device.session.renewed().catch((error: unknown) => {
    // Disabled since it was chosen.
    if (error instanceof ShutOut) return null
    throw error
  })
  if (token === null) return
  const answer = await device.ask({ type: 'auth', token })
  if (answer?.type === 'error' && answer.code < 500 && device.openedAt === openedAt)
    rig.chronicle.deviate('refused', `a new token of ${device.name}: ${JSON.stringify(answer)}`, {
      people: [device.person],
    })
}

/**
 * While a device catches up, what it is being brought is taken back: long messages, so that the service reads them for a
 * while.
 */
export async function recallWhileSyncing(rig: Rig): Promise<void> {
  const device = anyDevice(rig)
  const sender = anyDevice(rig)
  if (!sender || !device || sender.person === device.person) return
  const conversation = rig.world.direct(sender.person, device.person)
  noted(rig, device, `comes back while ${sender.name} recalls`)
  device.sleep()
  const said = Array.from({ length: LONG_ONES }, () => say(rig, conversation, sender, LONG))
  const until = performance.now() + SYNCED_MS
  while (said.some(({ state }) => state === 'pending') && performance.now() < until) await pause(5)
  device.wake()
  while (device.state !== 'syncing' && performance.now() < until) await pause(1)
  for (const message of said.filter(({ state }) => state === 'stored').slice(-TAKEN_BACK)) {
    void takeBack(rig, sender, message)
    await pause(1)
  }
}
