import type { Chronicle } from '../chronicle.js'
import type { Device } from '../device/device.js'
import type { Conversation, Message } from '../model/conversation.js'
import type { World } from '../model/world.js'

interface Progress {
  /** Conversation → up to where everything was looked at. */
  seqs: Map<Conversation, number>
  recalls: number
}

/** What a device lacks, and what it shows that was taken back. */
interface Faults {
  missing: Message[]
  readable: Message[]
}

/** Once a device has caught up it holds all that was said to its person, and nothing that was taken back can be read. */
export class AfterSync {
  readonly #progress = new Map<Device, Progress>()
  /** Devices that load older history yet. */
  readonly loading = new Set<Device>()

  constructor(
    private readonly world: World,
    private readonly chronicle: Chronicle
  ) {}

  /** What was looked at is not looked at again. @param since what was acknowledged before must be there */
  check(device: Device, since: number): void {
    if (this.loading.has(device)) return
    const faults = this.#look(device, since, (progress, seqs, recalls) => {
      for (const [conversation, seq] of seqs) progress.seqs.set(conversation, seq)
      progress.recalls = recalls
    })
    this.#deviate(device, faults, ['a message is missing', 'recalled and readable'])
  }

  /** Whether it came by itself to present members, who were told of everything. */
  isWhole(device: Device, since: number): boolean {
    const { missing, readable } = this.#live(device, since)
    return missing.length + readable.length === 0
  }

  checkLive(device: Device, since: number): void {
    const kinds = ['a message did not come by itself', 'a recall did not come by itself'] as const
    this.#deviate(device, this.#live(device, since), kinds)
  }

  /** What came before is not asked of a device that was added later. */
  beginAt(device: Device, conversation: Conversation): void {
    this.#of(device).seqs.set(conversation, conversation.most)
  }

  #live(device: Device, since: number): Faults {
    if (this.loading.has(device)) return { missing: [], readable: [] }
    const { missing, readable } = this.#look(device, since)
    const wasIn = ({ conversation }: Message, at: number) => {
      const { settled, joined } = conversation.of(device.person)
      return settled && joined.to < at
    }
    return {
      missing: missing.filter((message) => wasIn(message, message.sentAt)),
      readable: readable.filter((message) => wasIn(message, message.recallAskedAt)),
    }
  }

  #look(
    device: Device,
    since: number,
    lookedAt?: (progress: Progress, seqs: Map<Conversation, number>, recalls: number) => void
  ): Faults {
    const progress = this.#of(device)
    const faults: Faults = { missing: [], readable: [] }
    const seqs = new Map<Conversation, number>()
    for (const conversation of this.world.conversations) {
      if (!conversation.memberships.has(device.person)) continue
      const from = progress.seqs.get(conversation) ?? 0
      seqs.set(conversation, this.#lookInto(device, conversation, { from, since, faults }))
    }
    const { recalls } = this.world
    let at = progress.recalls
    for (; at < recalls.length && recalls[at]!.recalledAt <= since; at++) {
      this.chronicle.checked()
      if (isReadable(device, recalls[at]!)) faults.readable.push(recalls[at]!)
    }
    lookedAt?.(progress, seqs, at)
    return faults
  }

  /** Resolves to the last number that can be judged already. */
  #lookInto(
    device: Device,
    conversation: Conversation,
    { from, since, faults }: { from: number; since: number; faults: Faults }
  ): number {
    const membership = conversation.of(device.person)
    const shelf = device.inbox.shelves.get(conversation.id!)
    let seq = from + 1
    for (; seq <= conversation.least; seq++) {
      const message = conversation.messages.get(seq)
      if (!message || message.storedAt > since) break
      const must = membership.must(seq)
      if (!must && membership.changing && membership.may(seq)) break
      if (!must) continue
      this.chronicle.checked()
      if (!shelf?.held.has(seq)) faults.missing.push(message)
    }
    return seq - 1
  }

  #deviate(device: Device, { missing, readable }: Faults, kinds: readonly [string, string]): void {
    for (const [kind, messages] of [
      [kinds[0], missing],
      [kinds[1], readable],
    ] as const)
      for (const [conversation, some] of Map.groupBy(messages, (one) => one.conversation)) {
        const seqs = some.map(({ seq }) => seq).join(', ')
        this.chronicle.deviate(kind, `${conversation}:${seqs} on ${device.name}`, {
          people: [device.person, some[0]!.sender],
          conversation: conversation.id,
        })
      }
  }

  #of(device: Device): Progress {
    const known = this.#progress.get(device)
    if (known) return known
    const progress = { seqs: new Map<Conversation, number>(), recalls: 0 }
    this.#progress.set(device, progress)
    return progress
  }
}

function isReadable(device: Device, { conversation, seq }: Message): boolean {
  const held = device.inbox.shelves.get(conversation.id!)?.held.get(seq)
  return held !== undefined && held.content !== null
}
