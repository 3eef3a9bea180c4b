import { setTimeout as pause } from 'node:timers/promises'
import type { Conversation } from '../model/conversation.js'
import type { Membership } from '../model/membership.js'
import type { Person } from '../person.js'
import type { Rig } from '../rig.js'
import { pageIn } from '../stage/desk.js'

interface Item {
  id: number
  title: string | null
  ownerId: number | null
  lastSeq: number
  joinedSeq: number
  readSeq: number
  unread: number
  muted: boolean
}

interface Fault {
  kind: string
  what: string
  conversation: Conversation
}

/** Who says something has read what came before, which is written a moment later. */
const PATIENCE_MS = 10_000
const LOOK_MS = 500

/** What somebody's list of conversations says, while nothing happens: owners, marks and unread counts among it. */
export async function checkLists(rig: Rig, person: Person): Promise<void> {
  const until = performance.now() + PATIENCE_MS
  let faults = await faultsOf(rig, person)
  while (faults.length > 0 && performance.now() < until) {
    await pause(LOOK_MS)
    faults = await faultsOf(rig, person)
  }
  for (const { kind, what, conversation } of faults)
    rig.chronicle.deviate(kind, `${conversation} of ${person.id}: ${what}`, {
      people: [person.id],
      conversation: conversation.id,
    })
}

async function faultsOf(rig: Rig, person: Person): Promise<Fault[]> {
  const page = pageIn<Item>(await person.session.ask('GET', '/app/im/conversations?pageSize=200'))
  const items = new Map(page.items.map((item) => [item.id, item]))
  return rig.world.conversations.flatMap((conversation) => {
    const membership = conversation.memberships.get(person.id)
    const item = items.get(conversation.id!)
    const isThere = membership?.present === true
    rig.chronicle.checked()
    if (isThere !== (item !== undefined))
      return [{ kind: 'another membership', what: item ? 'listed' : 'not listed', conversation }]
    if (!membership || !item) return []
    const faults = judged(conversation, membership, item)
    rig.chronicle.checked(faults.length)
    return faults
      .filter(([, isRight]) => !isRight)
      .map(([kind, , what]) => ({ kind, what, conversation }))
  })
}

function judged(conversation: Conversation, membership: Membership, item: Item) {
  const { stays, floor, ceiling, muted } = membership
  const { after } = stays.at(-1)!
  const { lastSeq, joinedSeq, readSeq, ownerId, title, unread } = item
  const [fewest, most] = unreadOf(conversation, membership, readSeq)
  const last = conversation
  const isJoined = joinedSeq >= after.least && joinedSeq <= after.most
  if (isJoined) Object.assign(after, { least: joinedSeq, most: joinedSeq })
  const faults: (readonly [string, boolean, string])[] = [
    ['another title', conversation.title === title, `${title}`],
    [
      'another owner',
      isOwner(conversation, ownerId),
      `${ownerId}, not ${[...conversation.owners]}`,
    ],
    ['another end', lastSeq >= last.least && lastSeq <= last.most, `${lastSeq}, not ${last.least}`],
    ['another beginning', isJoined, `${joinedSeq}`],
    [
      'another mark',
      readSeq >= floor && readSeq <= ceiling,
      `${readSeq}, not ${floor} to ${ceiling}`,
    ],
    [
      'another unread count',
      unread >= fewest && unread <= most,
      `${unread}, not ${fewest} to ${most} after ${readSeq}`,
    ],
    ['another mute', muted === null || muted === item.muted, `${item.muted}`],
  ]
  return faults
}

function isOwner({ kind, owners }: Conversation, ownerId: number | null): boolean {
  return kind === 'direct' ? ownerId === null : owners.has(ownerId!)
}

/** As few, and as many, as it may be. */
function unreadOf({ messages, most: last }: Conversation, membership: Membership, readSeq: number) {
  let [fewest, most] = [0, 0]
  for (let seq = readSeq + 1; seq <= last; seq++) {
    const message = messages.get(seq)
    const { recallAskedAt = Infinity, recalledAt = Infinity } = message ?? {}
    if (message && membership.must(seq) && recallAskedAt === Infinity) fewest += 1
    if (membership.may(seq) && recalledAt === Infinity) most += 1
  }
  return [fewest, most] as const
}
