import { test } from '@japa/runner'
import type { ApiClient } from '@japa/api-client'
import { Dice } from '#tests/chaos/messaging/oracle/dice'
import { FrameFuzz } from '#tests/chaos/messaging/frame_fuzz'
import { callsOf } from '#tests/helpers/messaging/calls'
import { person, socketUrl, text, type Person } from '#tests/helpers/messaging/people'
import { Peer, type Frame } from '#tests/helpers/messaging/peer'
import { onEveryDatabase } from '#tests/helpers/on_every_database'

const STEPS = 300

interface Said {
  seq: number
  content: string
  sender: number
  isRecalled: boolean
}

/** Somebody with one device, which keeps what it was told, and what of the group they may see. */
class Walker {
  peer: Peer | null = null
  readonly contents = new Map<number, string | null>()
  #taken = 0

  constructor(
    readonly who: Person,
    public from = Infinity,
    public upTo = Infinity
  ) {}

  sees({ seq }: Said): boolean {
    return seq > this.from && seq <= this.upTo
  }

  async connect(conversationId: number): Promise<void> {
    this.peer = await Peer.open(socketUrl(), this.who.token)
    this.#taken = 0
    const before = Math.max(0, ...this.contents.keys())
    let position = { id: conversationId, seq: before }
    for (let more = true; more;) {
      const ack: Frame = await this.peer.ask({ type: 'sync', conversations: [position] })
      more = ack.more
      position = ack.conversations[0] ?? position
    }
  }

  /** Waits until everything is here that was written for this socket before. */
  async settle(): Promise<void> {
    if (!this.peer) return
    await this.peer.ask({ type: 'ping' })
    for (const frame of this.peer.frames.slice(this.#taken)) this.#take(frame)
    this.#taken = this.peer.frames.length
  }

  async cut(): Promise<void> {
    await this.settle()
    this.peer?.ws.terminate()
    this.peer = null
  }

  #take({ type, message, seq }: Frame): void {
    if (type === 'message') this.contents.set(message.seq, message.content)
    if (type === 'recalled') this.contents.set(seq, null)
  }
}

/** One group, in which people speak, repeat, take back, read, come, go and lose their sockets. */
class Walk {
  readonly said: Said[] = []
  readonly walkers: Walker[] = []
  id = 0
  #last: { walker: Walker; frame: object; seq: number } | null = null

  constructor(
    readonly client: ApiClient,
    readonly dice: Dice
  ) {}

  async begin(): Promise<void> {
    for (let count = 0; count < 5; count++) this.walkers.push(new Walker(await person()))
    const founders = this.walkers.slice(0, 3)
    const memberIds = founders.map(({ who }) => who.user.id)
    const group = await this.as(founders[0]!).post('conversations', { title: 'G', memberIds })
    this.id = group.id
    for (const walker of founders) walker.from = 0
    for (const walker of this.walkers) await walker.connect(this.id)
  }

  as({ who }: Walker) {
    return callsOf(this.client, who)
  }

  async step(): Promise<void> {
    const walker = this.dice.one(this.walkers)!
    const act = this.dice.weighed([
      [() => this.#say(walker), 50],
      [() => this.#repeat(), 10],
      [() => this.#recall(walker), 10],
      [() => this.#read(walker), 5],
      [() => this.#cutOrConnect(walker), 20],
      [() => this.#joinOrLeave(walker), 10],
    ] as const)
    await act()
  }

  isMember({ from, upTo }: Walker): boolean {
    return from < Infinity && upTo === Infinity
  }

  async #say(walker: Walker): Promise<void> {
    if (!walker.peer) return
    const frame = text(`${this.said.length}`, { conversationId: this.id })
    const { type, code, seq } = await walker.peer.ask(frame)
    if (!this.isMember(walker)) return this.#must(type === 'error' && code === 404)
    this.#must(seq === this.said.length + 1)
    const sender = walker.who.user.id
    this.said.push({ seq, content: frame.content, sender, isRecalled: false })
    walker.contents.set(seq, frame.content)
    this.#last = { walker, frame, seq }
  }

  async #read({ peer }: Walker): Promise<void> {
    await peer?.ask({ type: 'read', conversationId: this.id, seq: this.said.length })
  }

  async #cutOrConnect(walker: Walker): Promise<void> {
    if (!walker.peer) return walker.connect(this.id)
    if (this.dice.chance(30)) await walker.cut()
  }

  /** The answer is where the first one went. */
  async #repeat(): Promise<void> {
    const { walker, frame, seq } = this.#last ?? {}
    if (walker?.peer) this.#must((await walker.peer.ask(frame!)).seq === seq)
  }

  async #recall(walker: Walker): Promise<void> {
    const own = this.said.filter(({ sender }) => sender === walker.who.user.id)
    const one = this.dice.one(own)
    if (!one || !walker.peer || !this.isMember(walker)) return
    const { seq } = one
    this.#must(
      (await walker.peer.ask({ type: 'recall', conversationId: this.id, seq })).type === 'ack'
    )
    one.isRecalled = true
    walker.contents.set(seq, null)
  }

  /** Whoever has left does not come back. */
  async #joinOrLeave(walker: Walker): Promise<void> {
    const [owner] = this.walkers
    if (walker === owner || walker.upTo < Infinity) return
    if (!this.isMember(walker)) {
      walker.from = this.said.length
      const userIds = [walker.who.user.id]
      await this.as(owner!).post(`conversations/${this.id}/members`, { userIds })
    } else if (this.dice.chance(30)) {
      await this.as(walker).post(`conversations/${this.id}/leave`)
      walker.upTo = this.said.length
    }
  }

  #must(isSo: boolean): void {
    if (!isSo) throw new Error(`wrong answer after ${this.said.length} messages`)
  }
}

test.group('Messaging | walk', (group) => {
  onEveryDatabase(group)

  test('show everybody what they may see, once and in order, on their device and in the history', async ({
    client,
    assert,
  }) => {
    const walk = new Walk(client, new Dice(20_261_128))
    await walk.begin()
    for (let step = 0; step < STEPS; step++) await walk.step()

    for (const walker of walk.walkers) {
      await walker.cut()
      await walker.connect(walk.id)
      await walker.settle()
      const expected = walk.said
        .filter((one) => walker.sees(one))
        .map(({ seq, content, isRecalled }) => [seq, isRecalled ? null : content])
      const device = [...walker.contents].sort(([a], [b]) => a - b)
      assert.deepEqual(device, expected)
      if (walker.from < Infinity) {
        const { items } = await walk
          .as(walker)
          .get(`conversations/${walk.id}/messages`, { limit: 200 })
        assert.deepEqual(
          items.map(({ seq, content }: Said) => [seq, content]),
          expected
        )
      }
      await walker.peer!.close()
    }
    assert.isAbove(walk.said.length, STEPS / 5)
  })
})

test.group('Messaging | random frames', () => {
  test('answer each without a fault of the service', async ({ assert }) => {
    const [ann, bob] = [await person(), await person()]
    const fuzz = new FrameFuzz(socketUrl(), ann.token, 20_261_121, { userId: bob.user.id })
    const { faults, answers } = await fuzz.run(() => fuzz.report.sent >= 1_000)
    assert.deepEqual(faults, [])
    assert.isAbove(answers['ack'] ?? 0, 0)
  })
})
