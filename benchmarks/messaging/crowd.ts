/** All clients, in a process of their own: does one task, tells the result, and waits to be let go. */
import { setTimeout as pause } from 'node:timers/promises'
import { FrameCounter } from './frame_counter.js'
import { inCrowd, type Seat } from './seat.js'
import { Talker } from './talker.js'

export type Task =
  | { kind: 'idle'; seats: Seat[] }
  | { kind: 'fanOut'; sender: Seat; seats: Seat[]; underWay: number; seconds: number }
  | { kind: 'pairs'; seats: Seat[]; underWay: number; seconds: number }
  | { kind: 'paced'; seats: Seat[]; perSecond: number; seconds: number }

export interface Outcome {
  /** Deliveries, or acknowledged messages. */
  count: number
  seconds: number
  refusals: number
  /** Milliseconds from when a message was due until it came; of tasks that do not count it, 0. */
  p50: number
  p99: number
}

const OPENED_AT_ONCE = 50
const LONGEST_DELAY_MS = 10_000
const TEXT = 'x'.repeat(100)
const UNTIMED = { p50: 0, p99: 0 }

const tasks = { idle, fanOut, pairs, paced }

async function idle({ seats }: Task & { kind: 'idle' }): Promise<Outcome> {
  const started = performance.now()
  const counters = await inCrowd(seats, OPENED_AT_ONCE, (seat) => FrameCounter.open(seat))
  const seconds = (performance.now() - started) / 1000
  const count = counters.filter(({ closed }) => !closed).length
  return { ...UNTIMED, count, seconds, refusals: 0 }
}

async function fanOut(task: Task & { kind: 'fanOut' }): Promise<Outcome> {
  const { sender, seats, underWay, seconds } = task
  let [count, measuring] = [0, false]
  await inCrowd(seats, OPENED_AT_ONCE, (seat) =>
    FrameCounter.open(seat, () => {
      if (measuring) count += 1
    })
  )
  const talker = await Talker.open(sender)
  talker.onAck = () => talker.send(TEXT)
  for (let begun = 0; begun < underWay; begun++) talker.send(TEXT)
  await pause(1_000)
  measuring = true
  process.send!('begin')
  const started = performance.now()
  await pause(seconds * 1000)
  measuring = false
  return {
    ...UNTIMED,
    count,
    seconds: (performance.now() - started) / 1000,
    refusals: talker.refusals,
  }
}

async function pairs({ seats, underWay, seconds }: Task & { kind: 'pairs' }): Promise<Outcome> {
  const talkers = await inCrowd(seats, OPENED_AT_ONCE, (seat) => Talker.open(seat))
  for (const talker of talkers) {
    talker.onAck = () => talker.send(TEXT)
    for (let begun = 0; begun < underWay; begun++) talker.send(TEXT)
  }
  await pause(1_000)
  const [started, before] = [performance.now(), total(talkers)]
  process.send!('begin')
  await pause(seconds * 1000)
  const count = total(talkers) - before
  const refusals = talkers.reduce((sum, talker) => sum + talker.refusals, 0)
  return { ...UNTIMED, count, seconds: (performance.now() - started) / 1000, refusals }
}

/**
 * Sends by the clock whatever comes back, and counts from when a message should have been sent. At first everybody
 * writes once, for the service reads who they are and with whom they speak.
 */
async function paced({ seats, perSecond, seconds }: Task & { kind: 'paced' }): Promise<Outcome> {
  const talkers = await inCrowd(seats, OPENED_AT_ONCE, (seat) => Talker.open(seat))
  await Promise.all(talkers.map((talker) => acknowledged(talker)))
  const delays: number[] = []
  for (const talker of talkers)
    talker.onMessage = (text) => {
      if (text !== TEXT) delays.push(performance.now() - Number(text))
    }
  const started = performance.now()
  const due = () => Math.min(seconds, (performance.now() - started) / 1000) * perSecond
  for (let sent = 0; sent < seconds * perSecond; await pause(1)) {
    for (; sent < due(); sent++)
      talkers[sent % talkers.length]!.send(String(started + (sent / perSecond) * 1000))
  }
  const last = performance.now() + LONGEST_DELAY_MS
  while (delays.length < Math.ceil(seconds * perSecond) && performance.now() < last) await pause(10)
  delays.sort((a, b) => a - b)
  const at = (part: number) => delays[Math.floor(delays.length * part)] ?? 0
  const refusals = talkers.reduce((sum, talker) => sum + talker.refusals, 0)
  return { count: delays.length, seconds, refusals, p50: at(0.5), p99: at(0.99) }
}

function acknowledged(talker: Talker): Promise<void> {
  return new Promise((resolve) => {
    talker.onAck = resolve
    talker.send(TEXT)
  })
}

function total(talkers: readonly Talker[]): number {
  return talkers.reduce((sum, { acks }) => sum + acks, 0)
}

process.once('message', async (task: Task) => {
  const outcome = await tasks[task.kind](task as never)
  process.send!(outcome)
})
process.once('disconnect', () => process.exit(0))
