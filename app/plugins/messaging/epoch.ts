import { randomUUID } from 'node:crypto'
import { inject } from '@adonisjs/core'
import { Logger } from '@adonisjs/core/logger'
import db from '@adonisjs/lucid/services/db'
import { StateStore } from '#kernel/state/main'

const GENERATION = 'im:generation'
const KEPT_MS = 365 * 86_400_000

/**
 * Names the history of the database: numbers that were given after a backup are given again once it is restored, and another
 * epoch tells clients to load anew.
 */
@inject()
export class Epoch {
  #current = ''

  constructor(
    private readonly store: StateStore,
    private readonly logger: Logger
  ) {}

  get current(): string {
    return this.#current
  }

  /** Reads it; resolves to whether it is another one than before. */
  async read(): Promise<boolean> {
    const { epoch } = await row()
    const isOther = this.#current !== '' && this.#current !== epoch
    this.#current = epoch
    return isOther
  }

  /**
   * With each start and each hour: a database whose generation is below the one in the shared store was restored from a
   * backup.
   */
  async advance(): Promise<void> {
    const known = Number((await this.store.get(GENERATION).catch(() => null)) ?? 0)
    const { generation } = await row()
    if (known > Number(generation)) {
      this.logger.warn('the database is older than before: clients load their conversations anew')
      await this.renew()
    }
    const next = Math.max(known, Number(generation)) + 1
    const own = db.from('messaging_epochs').where('id', 1)
    await own.where('generation', '<', next).update({ generation: next })
    await this.store.set(GENERATION, String(next), KEPT_MS).catch(() => undefined)
    await this.read()
  }

  /** After a backup was restored. */
  async renew(): Promise<void> {
    await db.from('messaging_epochs').where('id', 1).update({ epoch: randomUUID() })
  }
}

async function row(): Promise<{ epoch: string; generation: number }> {
  return db.from('messaging_epochs').where('id', 1).firstOrFail()
}
