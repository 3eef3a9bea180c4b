import { randomUUID } from 'node:crypto'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { ChainableContract } from '@adonisjs/lucid/types/querybuilder'
import { toStored } from '#kernel/database/instant'
import { clock } from '#kernel/state/clock'
import DocumentConversion from '../models/document_conversion.js'
import type { ConversionFault } from './conversion_faults.js'

/** A node that is silent for so long is taken for gone. */
const LEASE_MS = 30_000

/** No lease is for so long: one that is was given before the clock was set back. */
const LONGEST_LEASE_MS = 10 * 60_000

/** It was cancelled, or another node has taken it over: whatever comes of it here is to be thrown away. */
export class LeaseLost extends Error {}

type Ending =
  | { state: 'done'; percent: 100; resultId?: number; fileId?: number }
  | ({ state: 'failed' } & ConversionFault)

/** The right to work on a conversion: one node's at a time, and another's once that one is gone. */
export class ConversionLease {
  private constructor(
    readonly conversion: DocumentConversion,
    private readonly runner: string
  ) {}

  /** `null` when it is over, or somebody else is at it. */
  static async claim(id: number): Promise<ConversionLease | null> {
    const runner = randomUUID()
    const claimed = await DocumentConversion.query()
      .where({ id, state: 'running' })
      .where(isFree)
      .update({ runner, runnerUntil: until(LEASE_MS) })
    if (Number(claimed) === 0) return null
    return new ConversionLease(await DocumentConversion.findOrFail(id), runner)
  }

  /** @throws LeaseLost */
  async renew(percent: number, forMs = LEASE_MS): Promise<void> {
    const runnerUntil = until(Math.min(forMs, LONGEST_LEASE_MS))
    const renewed = await this.#mine().update({ percent, runnerUntil })
    if (Number(renewed) === 0) throw new LeaseLost()
  }

  /** Lets another node go on at once, or gives the place of a cancelled one away. */
  async release(): Promise<void> {
    const { id } = this.conversion
    await DocumentConversion.query()
      .where({ id, runner: this.runner })
      .update({ runner: null, runnerUntil: null })
  }

  /** @throws LeaseLost */
  async end(ending: Ending, trx?: TransactionClientContract): Promise<void> {
    const endedAt = toStored(clock.now())
    const ended = await this.#mine(trx).update({ ...ending, endedAt, runner: null })
    if (Number(ended) === 0) throw new LeaseLost()
  }

  #mine(trx?: TransactionClientContract) {
    const { id } = this.conversion
    return DocumentConversion.query({ client: trx }).where({
      id,
      state: 'running',
      runner: this.runner,
    })
  }
}

/** Of a query: that nobody is at them, or whoever was is gone. */
export function isFree(query: ChainableContract): void {
  void query
    .whereNull('runner')
    .orWhere('runnerUntil', '<', toStored(clock.now()))
    .orWhere('runnerUntil', '>', until(LONGEST_LEASE_MS))
}

function until(ms: number): string {
  return toStored(clock.now() + ms)
}
