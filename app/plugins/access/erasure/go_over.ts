import { inject } from '@adonisjs/core'
import { DateTime } from 'luxon'
import { toStored } from '#kernel/database/main'
import { actAsSystem } from '#kernel/acting/main'
import { PersonalData } from '#kernel/plugins/main'
import { clock } from '#kernel/state/main'
import Erasure from '../models/erasure.js'
import { erasingRows } from './erasing_rows.js'

const SOON_MS = 60_000
const DAY_MS = 86_400_000

/** The document server may speak of somebody for a week after their session was over; see "ended sessions". */
const ON_THE_WAY_MS = 8 * DAY_MS
const AT_ONCE = 20

/**
 * Has every plugin give up what it keeps of a person: once to the end, a minute later for what was being written
 * meanwhile, which is the last time that their name is known, and then daily for what others still hold of them and send.
 */
@inject()
export class GoOver {
  constructor(private readonly personal: PersonalData) {}

  /** Several may be at it: each step is done, and counted, by one of them. */
  async handle(userId: number): Promise<void> {
    await actAsSystem('erase somebody’s personal data', () => this.#all(userId))
  }

  /** Those that were cut short, and those that are to be gone over again. */
  async due(): Promise<void> {
    const waiting = await Erasure.query()
      .where('dueAt', '<=', toStored(clock.now()))
      .orderBy('dueAt')
      .limit(AT_ONCE)
    const faults: unknown[] = []
    for (const { userId } of waiting) await this.handle(userId).catch((fault) => faults.push(fault))
    if (faults.length > 0) throw faults[0]
  }

  async #all(userId: number): Promise<void> {
    const erasure = await Erasure.findByOrFail({ userId })
    const { username = null, nickname = null } = erasure.known ?? {}
    for (const { plugin, erase } of this.personal.holdings())
      await erase(erasingRows({ id: userId, username, nickname }, erasure.id, plugin))
    await this.#done(erasure)
  }

  async #done({ id, createdAt, erasedAt, known }: Erasure): Promise<void> {
    const now = clock.now()
    const isOver = now - createdAt.toMillis() > ON_THE_WAY_MS
    const next = now + (erasedAt ? DAY_MS : SOON_MS)
    await Erasure.query()
      .where({ id })
      .update({
        known: erasedAt ? null : known && JSON.stringify(known),
        erasedAt: toStored(erasedAt ?? DateTime.fromMillis(now)),
        dueAt: isOver ? null : toStored(next),
      })
  }
}
