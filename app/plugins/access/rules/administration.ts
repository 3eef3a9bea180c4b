import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { currentOperator } from '#kernel/operator/acting'
import type { AccessBook } from '../book/access_book.js'
import type { Holdings } from '../book/holdings.js'
import type { HoldingsBook } from '../book/holdings_book.js'
import { loadWorld } from '../book/load_world.js'
import type { World } from '../book/world.js'
import { GrantRule } from './grant_rule.js'

export interface Change {
  readonly trx: TransactionClientContract
  /** What the one who acts holds. */
  readonly own: Holdings
  /** As it is before the change. */
  readonly world: World
  readonly rule: GrantRule
}

/**
 * Transactions in which administrators change who may what. What is judged cannot change between judgement and
 * commit: changes of roles, menus and departments exclude all others, over all nodes, by one row's lock.
 */
export class Administration {
  constructor(
    private readonly book: AccessBook,
    private readonly holdings: HoldingsBook
  ) {}

  /** Changes users while roles, menus and departments hold still. Many at once. */
  ofUsers<Result>(work: (change: Change) => Promise<Result>): Promise<Result> {
    return this.#during(work, async (trx) => this.book.at(await lock(trx, 'forShare'), trx))
  }

  /** Changes users one at a time: for what depends on how many administrators are left. */
  ofUsersAlone<Result>(work: (change: Change) => Promise<Result>): Promise<Result> {
    return this.#during(work, async (trx) => this.book.at(await lock(trx, 'forUpdate'), trx))
  }

  /** Changes roles, menus or departments. */
  ofAccess<Result>(work: (change: Change) => Promise<Result>): Promise<Result> {
    return this.#during(work, async (trx) => {
      await trx.from('access_revisions').where('id', 1).increment('revision', 1)
      return loadWorld(trx)
    })
  }

  async #during<Result>(
    work: (change: Change) => Promise<Result>,
    worldIn: (trx: TransactionClientContract) => Promise<World>
  ): Promise<Result> {
    const own = await this.holdings.asAdmitted(currentOperator())
    return db.transaction(async (trx) => {
      const world = await worldIn(trx)
      return work({ trx, own, world, rule: new GrantRule(own, world) })
    })
  }
}

async function lock(
  trx: TransactionClientContract,
  kind: 'forShare' | 'forUpdate'
): Promise<number> {
  const { revision } = await trx.from('access_revisions').where('id', 1)[kind]().firstOrFail()
  return Number(revision)
}
