import { inject } from '@adonisjs/core'
import db from '@adonisjs/lucid/services/db'
import { toStored } from '#kernel/database/main'
import { E_NOT_FOUND } from '#kernel/errors/main'
import { Bus, clock } from '#kernel/state/main'
import { People } from '#plugins/identity/main'
import { refusals } from '../errors.js'
import { ContactRule } from '../rosters/contact_rule.js'
import { BLOCKS_CHANGED } from '../rosters/contacts.js'
import { spendQuota } from '../rosters/quotas.js'

const MOST_BLOCKED = 1_000

/** Whose direct messages somebody does not want; of them alone, and whoever is blocked is told nothing. */
@inject()
export class BlockPeople {
  constructor(
    private readonly people: People,
    private readonly contacts: ContactRule,
    private readonly bus: Bus
  ) {}

  /**
   * To block twice changes nothing.
   *
   * @throws E_BLOCK, E_BLOCKS_FULL, E_TOO_MANY_REQUESTS; E_NOT_FOUND for who cannot write to them anyway
   */
  async block(userId: number, blockedId: number): Promise<void> {
    if (userId === blockedId) throw new refusals.E_BLOCK()
    await spendQuota('blocks', userId)
    if (!(await this.#mayWrite(blockedId, userId))) throw new E_NOT_FOUND('No such person')
    const own = db.from('contact_blocks').where('user_id', userId)
    const [count] = await own.clone().count('* as total')
    if (Number(count.total) >= MOST_BLOCKED) throw new refusals.E_BLOCKS_FULL()
    const row = { user_id: userId, blocked_id: blockedId, created_at: toStored(clock.now()) }
    await db
      .table('contact_blocks')
      .insert(row)
      .onConflict(['user_id', 'blocked_id'])
      .merge(['user_id'])
    await this.#tell()
  }

  /** @throws E_TOO_MANY_REQUESTS */
  async unblock(userId: number, blockedId: number): Promise<void> {
    await spendQuota('blocks', userId)
    await db.from('contact_blocks').where({ user_id: userId, blocked_id: blockedId }).delete()
    await this.#tell()
  }

  #tell(): Promise<void> {
    return this.bus.publish(BLOCKS_CHANGED, null)
  }

  async #mayWrite(senderId: number, receiverId: number): Promise<boolean> {
    if (!(await this.people.activeAmong([senderId])).has(senderId)) return false
    return (await this.contacts.among(senderId, [receiverId])).has(receiverId)
  }
}
