import type { Conversation, Message } from '../model/conversation.js'
import type { Device } from '../device/device.js'
import type { Rig } from '../rig.js'

/** Recalls are taken within two minutes. */
const RECALLABLE_MS = 90_000
const SMALL = 40
const LARGE = 12_000

/** A device of somebody who is in it, with an open socket. */
export function deviceIn(rig: Rig, conversation: Conversation): Device | undefined {
  const members = new Set(conversation.members())
  const devices = rig.people
    .filter(({ id, active }) => active && members.has(id))
    .flatMap((person) => person.devices)
  return rig.dice.one(devices.filter(({ state }) => state === 'online'))
}

export function anyConversation(rig: Rig): Conversation {
  if (rig.dice.chance(70)) return rig.dice.one(rig.world.groups)!
  const [one, other] = rig.dice.shuffled(rig.people.map(({ id }) => id))
  return rig.world.direct(one!, other!)
}

/** @param length else it is short, or long now and then */
export function say(
  rig: Rig,
  conversation: Conversation,
  device: Device,
  length?: number
): Message {
  const longest = rig.dice.chance(5) ? LARGE : SMALL
  const filler = 'x'.repeat(length ?? rig.dice.below(longest))
  const message = rig.world.draft(conversation, device.person, filler)
  device.send(message)
  return message
}

/** Somebody says something, now and then where they are not. */
export async function send(rig: Rig): Promise<void> {
  const conversation = anyConversation(rig)
  const isOutside = conversation.kind === 'group' && rig.dice.chance(2)
  const outside = rig.people
    .filter(({ active }) => active)
    .flatMap(({ devices }) => devices)
    .filter(({ state }) => state === 'online')
  const device = isOutside ? rig.dice.one(outside) : deviceIn(rig, conversation)
  if (device) say(rig, conversation, device)
}

/** An impatient client sends what was answered long ago. */
export async function repeat(rig: Rig): Promise<void> {
  const conversation = rig.dice.one(rig.world.conversations)
  const device = conversation && deviceIn(rig, conversation)
  if (!device) return
  const own = recent(conversation, device.person)
  const message = rig.dice.one(own)
  if (message) device.send(message)
}

/** The last ones of somebody that are stored. */
function recent(conversation: Conversation, person: number): Message[] {
  const last = Array.from({ length: 60 }, (_, back) => conversation.least - back)
  return last
    .map((seq) => conversation.messages.get(seq))
    .filter((message): message is Message => message?.sender === person)
}

/** Somebody takes back something of theirs. */
export async function recall(rig: Rig): Promise<void> {
  const conversation = rig.dice.one(rig.world.conversations)
  const device = conversation && deviceIn(rig, conversation)
  if (!device) return
  const own = recent(conversation, device.person).filter(
    ({ recallAskedAt, sentAt }) =>
      recallAskedAt === Infinity && sentAt > performance.now() - RECALLABLE_MS
  )
  const message = rig.dice.one(own)
  if (message) await takeBack(rig, device, message)
}

export async function takeBack(rig: Rig, device: Device, message: Message): Promise<void> {
  const { conversation, seq, sender, id } = message
  const at = { people: [sender], conversation: conversation.id }
  message.recallAskedAt = performance.now()
  rig.chronicle.act(`${device.name} recalls ${conversation}:${seq}`, at)
  const which = rig.dice.chance(50) ? { messageId: id } : { conversationId: conversation.id, seq }
  const answer = await device.ask({ type: 'recall', ...which })
  if (answer?.type === 'ack') {
    rig.world.recalled(message)
    rig.chronicle.counts.recalls += 1
  }
  const membership = conversation.of(sender)
  const wasIn = membership.settled && membership.exitedAt < message.recallAskedAt
  if (answer?.type === 'error' && answer.code < 500 && wasIn)
    rig.chronicle.deviate('refused', `a recall: ${JSON.stringify(answer)}`, at)
}

/** Somebody has read up to somewhere, or says so of less than before. */
export async function read(rig: Rig): Promise<void> {
  const conversation = rig.dice.one(rig.world.conversations.filter(({ least }) => least > 0))
  const device = conversation && deviceIn(rig, conversation)
  if (!device) return
  const membership = conversation.of(device.person)
  const { least } = conversation
  const asked = rig.dice.chance(60)
    ? least - rig.dice.below(Math.min(least, 4))
    : rig.dice.between(1, least + 3)
  const floor = membership.floor
  const askedAt = membership.asked(asked)
  const at = { people: [device.person], conversation: conversation.id }
  rig.chronicle.act(`${device.name} reads ${conversation} to ${asked}`, at)
  const answer = await device.ask({ type: 'read', conversationId: conversation.id, seq: asked })
  if (answer?.type !== 'ack') return
  rig.chronicle.counts.reads += 1
  rig.chronicle.checked()
  const seq = answer.seq as number
  const expected = Math.max(floor, Math.min(asked, least))
  const isHigh = seq > Math.min(membership.ceiling, conversation.most)
  if (seq < expected || isHigh)
    rig.chronicle.deviate(
      'another mark',
      `${device.name} has read ${conversation} to ${seq}, not ${expected}`,
      at
    )
  membership.marked(seq, askedAt)
}
