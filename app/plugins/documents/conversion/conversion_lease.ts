import { randomUUID } from 'node:crypto'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { ChainableContract } from '@adonisjs/lucid/types/querybuilder'
import { toStored } from '#kernel/database/main'
import { clock } from '#kernel/state/main'
import DocumentConversion from '../models/document_conversion.js'

/** After so long without a renewal another node takes the conversion over. */
const LEASE_MS = 30_000

/** The conversion was cancelled, or another node has taken it over: the result is discarded. */
export class LeaseLost extends Error {}

type Ending =
  | { state: 'done'; percent: 100; resultId?: number; fileId?: number }
  | { state: 'failed'; reason: string; message: string }

/** The right of one node to work on a conversion. */
export class ConversionLease {
  private constructor(
    readonly conversion: DocumentConversion,
    private readonly runner: string
  ) {}

  /** `null` when the conversion has ended, or another node works on it. */
  static async claim(id: number): Promise<ConversionLease | null> {
    const runner = randomUUID()
    const claimed = await DocumentConversion.query()
      .where({ id, state: 'running' })
      .where(isFree)
      .update({ runner, runnerUntil: inMs(LEASE_MS) })
    if (Number(claimed) === 0) return null
    return new ConversionLease(await DocumentConversion.findOrFail(id), runner)
  }

  /** @throws LeaseLost */
  async renew(percent: number, forMs = LEASE_MS): Promise<void> {
    await this.#update({ percent, runnerUntil: inMs(forMs) })
  }

  /** Lets another node continue at once. */
  async release(): Promise<void> {
    await this.#own().update({ runner: null, runnerUntil: null })
  }

  /** @throws LeaseLost */
  async end(ending: Ending, trx?: TransactionClientContract): Promise<void> {
    await this.#update({ ...ending, endedAt: inMs(0), runner: null }, trx)
  }

  async #update(values: object, trx?: TransactionClientContract): Promise<void> {
    if (Number(await this.#own(trx).update(values)) === 0) throw new LeaseLost()
  }

  #own(client?: TransactionClientContract) {
    const own = { id: this.conversion.id, state: 'running', runner: this.runner }
    return DocumentConversion.query({ client }).where(own)
  }
}

/** Of a query: conversions that no node works on. */
export function isFree(query: ChainableContract): void {
  void query.whereNull('runner').orWhere('runnerUntil', '<', inMs(0))
}

function inMs(ms: number): string {
  return toStored(clock.now() + ms)
}
