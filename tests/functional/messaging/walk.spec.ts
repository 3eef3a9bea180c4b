import { test } from '@japa/runner'
import type { ApiClient } from '@japa/api-client'
import { Dice } from '#tests/chaos/conversations/dice'
import { callsOf, groupOf } from '#tests/helpers/messaging/calls'
import { Device, shown } from '#tests/helpers/messaging/device'
import { entriesOf, seqsOf, upTo } from '#tests/helpers/messaging/entries'
import { FrameFuzz } from '#tests/chaos/conversations/frame_fuzz'
import type { Frame } from '#tests/helpers/messaging/peer'
import { online, person, socketUrl, text } from '#tests/helpers/messaging/people'
import { onEveryDatabase } from '#tests/helpers/on_every_database'

const STEPS = 300
const REACTIONS = ['👍', '🎉', '__proto__']

/** What a message says; `null` once it is recalled. */
type Model = Map<number, { words: string | null; actor: Device }>

/** One group, in which people write, change what they wrote, come, go, come back, and lose their sockets. */
class Walk {
  readonly model: Model = new Map()
  readonly devices: Device[] = []
  readonly #members = new Set<Device>()
  id = 0
  #made = 0
  #last: { device: Device; frame: object; seq: number } | null = null

  constructor(
    readonly client: ApiClient,
    readonly dice: Dice
  ) {}

  async begin(): Promise<void> {
    for (let count = 0; count < 5; count++) this.devices.push(new Device(await person()))
    const [owner, ...others] = this.devices
    this.id = await groupOf(this.client, owner!.owner, [others[0]!.owner, others[1]!.owner])
    for (const device of this.devices.slice(0, 3)) this.#members.add(device)
    for (const device of this.devices) await device.connect()
  }

  /** Whoever has left sees later changes in the history alone. */
  isMember(device: Device): boolean {
    return this.#members.has(device)
  }

  as({ owner }: Device) {
    return callsOf(this.client, owner)
  }

  async step(): Promise<void> {
    const device = this.dice.one(this.devices)!
    const act = this.dice.weighed([
      [() => this.#say(device), 40],
      [() => this.#repeat(), 5],
      [() => this.#edit(device), 15],
      [() => this.#recall(device), 8],
      [() => this.#react(device), 15],
      [() => this.#pin(device), 5],
      [() => this.#cutOrConnect(device), 20],
      [() => this.#joinOrLeave(device), 12],
    ] as const)
    await act()
  }

  async #say(device: Device): Promise<void> {
    const frame = text(`${++this.#made}`, { conversationId: this.id })
    const { type, code, seq } = await this.#ask(device, frame)
    if (!this.#members.has(device)) return this.#must(type !== 'ack' && code !== 500)
    if (type !== 'ack') return
    this.#must(!this.model.has(seq))
    this.model.set(seq, { words: frame.content.text, actor: device })
    this.#last = { device, frame, seq }
  }

  /** The answer is where the first one went. */
  async #repeat(): Promise<void> {
    const { device, frame, seq } = this.#last ?? {}
    if (device?.isConnected) this.#must((await this.#ask(device, frame!)).seq === seq)
  }

  async #edit(device: Device): Promise<void> {
    const place = this.#one((one) => one.actor === device)
    if (!place) return
    const [seq, said] = place
    const words = `${++this.#made}`
    const edit = { clientMessageId: `edit-${this.id}-${words}`, content: { text: words } }
    const { type } = await this.#ask(device, { type: 'edit', ...this.#place(seq), ...edit })
    if (type === 'ack') said.words = words
  }

  async #recall(device: Device): Promise<void> {
    const place = this.#one((one) => one.actor === device)
    if (!place) return
    const { type } = await this.#ask(device, { type: 'recall', ...this.#place(place[0]) })
    if (type === 'ack') place[1].words = null
  }

  async #react(device: Device): Promise<void> {
    const place = this.#one(() => true)
    if (!place) return
    const reaction = { reaction: this.dice.one(REACTIONS), on: this.dice.chance(70) }
    await this.#ask(device, { type: 'react', ...this.#place(place[0]), ...reaction })
  }

  async #pin(device: Device): Promise<void> {
    const place = this.#one(() => true)
    const on = this.dice.chance(70)
    if (place) await this.#ask(device, { type: 'pin', ...this.#place(place[0]), on })
  }

  async #cutOrConnect(device: Device): Promise<void> {
    if (!device.isConnected) await device.connect()
    else if (this.dice.chance(30)) await device.cut()
  }

  async #joinOrLeave(device: Device): Promise<void> {
    const [owner] = this.devices
    if (device === owner) return
    const path = `conversations/${this.id}`
    if (!this.#members.has(device)) {
      await this.as(owner!).post(`${path}/members`, { userIds: [device.owner.user.id] })
      this.#members.add(device)
    } else if (this.dice.chance(50)) {
      await this.as(device).post(`${path}/leave`)
      this.#members.delete(device)
    }
  }

  #place(seq: number) {
    return { conversationId: this.id, seq }
  }

  async #ask(device: Device, frame: object): Promise<Frame> {
    return device.isConnected ? device.peer.ask(frame) : { type: 'none' }
  }

  #one(isMeant: (said: { actor: Device }) => boolean) {
    return this.dice.one([...this.model].filter(([, said]) => isMeant(said)))
  }

  #must(isSo: boolean): void {
    if (!isSo) throw new Error(`wrong answer after ${this.model.size} messages`)
  }
}

test.group('Messaging | walk', (group) => {
  onEveryDatabase(group)

  test('show everybody the same on their device as in the history, and what was said', async ({
    client,
    assert,
  }) => {
    const walk = new Walk(client, new Dice(20_261_128))
    await walk.begin()
    for (let step = 0; step < STEPS; step++) await walk.step()

    for (const device of walk.devices) {
      if (device.isConnected) await device.sync()
      else await device.connect()
      const page = { limit: 200, afterSeq: 0 }
      const { items } = await walk.as(device).get(`conversations/${walk.id}/messages`, page)
      if (walk.isMember(device)) assert.deepEqual(device.lines(walk.id), items.map(shown))
      assert.deepEqual(seqsOf(device.lines(walk.id)), seqsOf(items))
      for (const { seq, kind, content } of items)
        if (kind === 'message')
          assert.equal(content?.text ?? null, walk.model.get(seq)!.words, `${seq}`)
    }
    const [owner] = walk.devices
    const all = await walk.as(owner!).get(`conversations/${walk.id}/messages`, { limit: 200 })
    const messages = all.items.filter(({ kind }: { kind: string }) => kind === 'message')
    assert.deepEqual(seqsOf(messages), [...walk.model.keys()])
    assert.isAbove(walk.model.size, STEPS / 10)
  })

  test('deliver 200 messages of 10 people in order, while the group changes', async ({
    client,
    assert,
  }) => {
    const people = await Promise.all(Array.from({ length: 10 }, () => online()))
    const [ann, bob] = [people[0]!, await online()]
    const id = await groupOf(client, ann, people.slice(1))
    const calls = callsOf(client, ann)
    const path = `conversations/${id}`
    const sending = people.map(async ({ peer }) => {
      const seqs: number[] = []
      for (let part = 0; part < 4; part++) {
        const frames = Array.from({ length: 5 }, () => text('x', { conversationId: id }))
        seqs.push(...seqsOf((await Promise.all(frames.map((one) => peer.ask(one)))) as never))
      }
      return seqs
    })
    for (let round = 0; round < 5; round++) {
      await calls.put(path, { name: `Name ${round}` })
      await calls.post(`${path}/members`, { userIds: [bob.user.id] })
      await calls.delete(`${path}/members/${bob.user.id}`)
    }
    const acks = await Promise.all(sending)
    for (const seqs of acks)
      assert.deepEqual(
        seqs,
        seqs.toSorted((a, b) => a - b)
      )
    assert.equal(new Set(acks.flat()).size, 200)
    const last = 1 + 200 + 15
    for (const { peer } of people) {
      await peer.next(({ type, seq }) => type === 'entries' && seq === last)
      assert.deepEqual(seqsOf(entriesOf(peer.frames)), upTo(last))
    }
    const device = await new Device(bob).connect()
    const { items } = await callsOf(client, bob).get(`${path}/messages`, { limit: 200 })
    assert.equal(items.at(-1).kind, 'left')
    assert.isEmpty(device.lines(id))
  })
})

test.group('Messaging | random frames', (group) => {
  onEveryDatabase(group)

  test('answer each without a fault of the service', async ({ assert }) => {
    const [ann, bob] = [await online(), await person()]
    const { user, token } = ann
    const { conversationId } = await ann.peer.ask(text('x', { to: bob.user.id }))
    const known = { userId: bob.user.id, conversationId }
    const fuzz = new FrameFuzz(socketUrl(), token, 20_261_121, known)
    const { faults, answers } = await fuzz.run(() => fuzz.report.sent >= 1_000)
    assert.deepEqual(faults, [])
    assert.isAbove(answers['ack'] ?? 0, 0)
    assert.isAbove(user.id, 0)
  })
})
