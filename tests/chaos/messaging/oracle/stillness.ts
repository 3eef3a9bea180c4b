import { setTimeout as pause } from 'node:timers/promises'
import type { HistoryCheck } from './checks/history.js'
import { checkLists } from './checks/lists.js'
import { checkPresence } from './checks/presence.js'
import { checkToldChanges } from './checks/told_changes.js'
import type { Fault } from './acts/faults.js'
import type { Device } from './device/device.js'
import type { Rig } from './rig.js'

const PATIENCE_MS = 45_000
/** What is told live comes within so long. */
const LIVE_MS = 10_000
const LOOK_MS = 50

const wanted = (rig: Rig): Device[] =>
  rig.people
    .filter(({ id, active }) => active && !rig.resting.has(id))
    .flatMap(({ devices }) => devices)

/** Nothing happens any more, so everything is known: what there is is looked at from all sides. */
export async function lookAround(rig: Rig, history: HistoryCheck, fault: Fault): Promise<void> {
  await allOnline(rig)
  const isClean = fault === 'nothing' || fault === 'restart'
  if (fault !== 'kill') await assertWhole(rig)
  if (isClean) checkToldChanges(rig)
  assertNumbered(rig)
  await checkPresence(rig, fault === 'redis' ? 'asked' : 'told')
  rig.resting.clear()
  await everybodyAgain(rig)
  await checkPresence(rig, 'asked')
  for (const person of rig.people) {
    await checkLists(rig, person)
    await history.check(person)
  }
}

/** Everybody opens another socket, and is judged once they have caught up. */
async function everybodyAgain(rig: Rig): Promise<void> {
  for (const device of wanted(rig)) device.cut()
  await pause(LOOK_MS)
  await allOnline(rig)
}

async function allOnline(rig: Rig): Promise<void> {
  for (const device of wanted(rig)) device.wake()
  const isReady = ({ state, unanswered, inbox }: Device) =>
    state === 'online' && unanswered === 0 && !inbox.hasGap
  const until = performance.now() + PATIENCE_MS
  while (!wanted(rig).every(isReady) && performance.now() < until) await pause(LOOK_MS)
  for (const device of wanted(rig).filter((one) => !isReady(one))) {
    const { name, state, unanswered, inbox } = device
    const what = `${name} is ${state}, ${unanswered} unanswered, ${inbox.hasGap ? 'a' : 'no'} gap`
    rig.chronicle.deviate('not online again', what, { people: [device.person], conversation: null })
  }
}

/** What was said came by itself, without a sync. */
async function assertWhole(rig: Rig): Promise<void> {
  const since = performance.now()
  const until = since + LIVE_MS
  const isWhole = (device: Device) => rig.afterSync.isWhole(device, since)
  while (!wanted(rig).every(isWhole) && performance.now() < until) await pause(LOOK_MS)
  for (const device of wanted(rig)) rig.afterSync.checkLive(device, since)
}

/** Numbers have no gaps. */
function assertNumbered(rig: Rig): void {
  for (const conversation of rig.world.conversations) {
    const { messages, least, inFlight } = conversation
    rig.chronicle.checked()
    if (inFlight === 0 && messages.size !== least)
      rig.chronicle.deviate(
        'a gap in the numbers',
        `${conversation}: ${messages.size} up to ${least}`,
        {
          conversation: conversation.id,
        }
      )
  }
}
