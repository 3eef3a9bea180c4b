import type { Bus } from '#kernel/state/main'
import { USERS_CHANGED, type People, type UsersChanged } from '#plugins/identity/main'
import { E_RECEIVER } from '../errors.js'
import type { MessagingConfig } from '../messaging_config.js'
import { BLOCKS_CHANGED, type BlockChanged, type Blocks } from './blocks.js'
import { KeptAnswers } from './kept_answers.js'

/** Extension point: who may write to whom, and put whom into a group. */
export abstract class ContactRule {
  /** Those of `others` that `userId` may write to. */
  abstract among(userId: number, others: readonly number[]): Promise<ReadonlySet<number>>
}

/** Everybody may write to any active user but themselves. */
export class AnyActiveUser extends ContactRule {
  constructor(private readonly people: People) {
    super()
  }

  async among(userId: number, others: readonly number[]): Promise<ReadonlySet<number>> {
    return this.people.activeAmong(others.filter((other) => other !== userId))
  }
}

/** Only within one's own department. */
export class SameDepartment extends ContactRule {
  constructor(private readonly people: People) {
    super()
  }

  async among(userId: number, others: readonly number[]): Promise<ReadonlySet<number>> {
    const cards = await this.people.cardsOf([userId, ...others])
    const department = cards.get(userId)?.departmentId ?? null
    const allowed = others.filter((other) => {
      const card = cards.get(other)
      return card?.active && other !== userId && card.departmentId === department
    })
    return new Set(department === null ? [] : allowed)
  }
}

export function contactRule(contacts: MessagingConfig['contacts'], people: People): ContactRule {
  return contacts === 'department' ? new SameDepartment(people) : new AnyActiveUser(people)
}

/** Answers of the rule, less those of who blocks whoever asks, kept until one of the two changes, a minute at most. */
export class Contacts {
  readonly #kept = new KeptAnswers()
  /** Rises with each change: what was being asked before it may be of before. */
  #changes = 0

  constructor(
    private readonly rule: ContactRule,
    private readonly blocks: Pick<Blocks, 'against'>
  ) {}

  async start(bus: Bus): Promise<void> {
    await bus.subscribe(USERS_CHANGED, (payload) => this.#forget((payload as UsersChanged).userIds))
    await bus.subscribe(BLOCKS_CHANGED, (payload) => this.#forgetOne(payload as BlockChanged))
    bus.onRestored(() => this.#forgetAll())
  }

  /** @throws E_RECEIVER */
  async assert(userId: number, other: number): Promise<void> {
    if (!(await this.#allowed(userId, [other])).has(other)) throw new E_RECEIVER()
  }

  /** Those of `others` that `userId` may see: whom they may write to, and themselves. */
  async visible(userId: number, others: readonly number[]): Promise<ReadonlySet<number>> {
    const seen = new Set(await this.#allowed(userId, others))
    return others.includes(userId) ? seen.add(userId) : seen
  }

  async #allowed(userId: number, others: readonly number[]): Promise<ReadonlySet<number>> {
    const known = new Map(others.map((other) => [other, this.#kept.get(userId, other)]))
    const allowed = new Set(others.filter((other) => known.get(other)))
    const asked = others.filter((other) => known.get(other) === undefined)
    if (asked.length > 0) for (const other of await this.#ask(userId, asked)) allowed.add(other)
    return allowed
  }

  async #ask(userId: number, others: readonly number[]): Promise<ReadonlySet<number>> {
    const before = this.#changes
    const ruled = await this.rule.among(userId, others)
    const allowed = ruled.difference(await this.blocks.against(userId, [...ruled]))
    if (this.#changes !== before) return allowed
    for (const other of others) this.#kept.keep(userId, other, allowed.has(other))
    return allowed
  }

  #forgetAll(): void {
    this.#changes++
    this.#kept.clear()
  }

  #forgetOne({ userId, blockedId }: BlockChanged): void {
    this.#changes++
    this.#kept.forgetOne(blockedId, userId)
  }

  #forget(userIds: readonly number[]): void {
    this.#changes++
    for (const userId of userIds) this.#kept.forget(userId)
  }
}
