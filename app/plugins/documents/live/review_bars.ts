import { inject } from '@adonisjs/core'
import { clock } from '#kernel/state/clock'
import DocumentOpening from '../models/document_opening.js'
import { around } from './around.js'
import { awayOpenings, BARS, type Bar } from './away_openings.js'
import { bar, unbar } from './barred_openings.js'
import { LostOpenings } from './lost_openings.js'
import { RoundPlaces } from './round_places.js'

/** So much of a round may be spent on those of one kind. */
const LOOKING_MS = 1_000

/** Bars those from their sessions who are outside and have lost the right, and lets those in who have it again. */
@inject()
export class ReviewBars {
  constructor(
    private readonly lost: LostOpenings,
    private readonly places: RoundPlaces
  ) {}

  /** Of those about whom the document server is not asked any more; a look goes on where the last one stopped. */
  async handle(): Promise<void> {
    for (const kind of BARS) await this.#goAround(kind)
  }

  /**
   * They have lost the right with which they came, and are outside. Whatever else they were let in with serves them no more
   * either, unless they may still do that.
   */
  async outside(editorKey: string, lost: readonly DocumentOpening[]): Promise<void> {
    if (lost.length === 0) return
    const ids = lost.map(({ id }) => id)
    await bar(lost)
    const userIds = lost.map(({ userId }) => userId)
    const others = DocumentOpening.query().where({ editorKey }).whereIn('userId', userIds)
    await this.#judge(await others.whereNotIn('id', ids).whereNull('barredAt'))
  }

  /** Before a save of the session is judged by its bars: whoever has the right again now is barred no more. */
  async lift(editorKey: string): Promise<void> {
    await this.#judge(await DocumentOpening.query().where({ editorKey }).whereNotNull('barredAt'))
  }

  async #goAround(kind: Bar): Promise<void> {
    const work = `openings:${kind}`
    const deadline = clock.elapsed() + LOOKING_MS
    let next = 0
    for await (const batch of around(this.places.of(work), (of) => awayOpenings(kind, of))) {
      await this.#judge(batch)
      if (clock.elapsed() < deadline) continue
      next = batch.at(-1)!.id
      break
    }
    this.places.note(work, next)
  }

  async #judge(openings: readonly DocumentOpening[]): Promise<void> {
    const lost = (await this.lost.among(openings)).filter(({ isBarred }) => isBarred)
    const ids = new Set(lost.map(({ opening }) => opening.id))
    const regained = openings.filter(({ id, barredAt }) => barredAt !== null && !ids.has(id))
    await unbar(regained.map(({ id }) => id))
    await bar(lost.map(({ opening }) => opening))
  }
}
