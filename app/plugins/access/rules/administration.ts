import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { E_FORBIDDEN } from '#kernel/errors/main'
import { actAsOperator, actAsSystem, currentActing, currentOperator } from '#kernel/acting/main'
import { FairTurns, inOwnTurn } from '#kernel/workers/main'
import { User } from '#plugins/identity/main'
import type { AccessBook } from '../book/access_book.js'
import { Holdings } from '../book/holdings.js'
import { roleIdsOf } from '../book/holdings_book.js'
import { loadWorld } from '../book/load_world.js'
import type { World } from '../book/world.js'
import { GrantRule } from './grant_rule.js'

export interface Change {
  readonly trx: TransactionClientContract
  /** What the one who acts holds, once all that came before is carried out. */
  readonly own: Holdings
  /** As it is before the change. */
  readonly world: World
  readonly rule: GrantRule
}

/** All that waits in a process; of one person as much as a form or a script has under way, and no flood. */
const LONGEST_QUEUE = 1_000
const LONGEST_LINE = 100

/** Who waits for the row's lock would keep a connection meanwhile, and soon all that there are: turns come first. */
const turnsOf = (atOnce: number, ofOne = atOnce) =>
  new FairTurns({ atOnce, ofOne, mostWaiting: LONGEST_QUEUE, mostInLine: LONGEST_LINE })

/**
 * Transactions in which administrators change who may what. What is judged cannot change between judgement and
 * commit: changes of roles, menus and departments exclude all others, over all nodes, by one row's lock. Nor does
 * anybody act by what was taken from them since they were let in.
 *
 * All throw E_TOO_MANY_REQUESTS, or NoRoom (503), where too many wait for their turn. Who hangs up before theirs has come
 * changes nothing.
 */
export class Administration {
  readonly #alone = turnsOf(1)
  readonly #together = turnsOf(3, 2)

  constructor(private readonly book: AccessBook) {}

  /** Changes users while roles, menus and departments hold still. Many at once. */
  ofUsers<Result>(work: (change: Change) => Promise<Result>): Promise<Result> {
    return inOwnTurn(this.#together, () =>
      this.#during(work, async (trx) => this.book.at(await revision(trx, 'forShare'), trx))
    )
  }

  /** Changes users one at a time: for what depends on how many administrators are left. */
  ofUsersAlone<Result>(work: (change: Change) => Promise<Result>): Promise<Result> {
    return inOwnTurn(this.#alone, () =>
      this.#during(work, async (trx) => this.book.at(await revision(trx, 'forUpdate'), trx))
    )
  }

  /** Judges alone, by what holds at that moment: nobody waits for it, and nothing may be changed in it. */
  judging<Result>(work: (change: Change) => Promise<Result>): Promise<Result> {
    return this.#during(work, async (trx) => this.book.at(await revision(trx), trx))
  }

  /** Changes roles, menus or departments. */
  ofAccess<Result>(work: (change: Change) => Promise<Result>): Promise<Result> {
    return inOwnTurn(this.#alone, () =>
      this.#during(work, async (trx) => {
        await trx.from('access_revisions').where('id', 1).increment('revision', 1)
        return loadWorld(trx)
      })
    )
  }

  async #during<Result>(
    work: (change: Change) => Promise<Result>,
    worldIn: (trx: TransactionClientContract) => Promise<World>
  ): Promise<Result> {
    return db.transaction(async (trx) => {
      const world = await worldIn(trx)
      const own = await heldNow(world, trx)
      return asStillAdmitted(own, () => work({ trx, own, world, rule: new GrantRule(own, world) }))
    })
  }
}

/** Read within the lock: whoever was stripped, disabled or deleted meanwhile holds nothing. */
async function heldNow(world: World, trx: TransactionClientContract): Promise<Holdings> {
  const { id } = currentOperator()
  const user = await actAsSystem('what the one who acts still holds', () =>
    User.query({ client: trx })
      .where({ id, status: 'enabled' })
      .select('id', 'departmentId')
      .first()
  )
  const roles = user ? world.rolesOf(await roleIdsOf(id, trx)) : []
  return new Holdings(world, { id, departmentId: user?.departmentId ?? null }, roles)
}

/**
 * Works within the reach that the permission has now.
 *
 * @throws E_FORBIDDEN when it is held no more
 */
function asStillAdmitted<Result>(own: Holdings, work: () => Promise<Result>): Promise<Result> {
  const acting = currentActing()
  if (acting.kind === 'system' || acting.permission === null) return work()
  const grant = own.grantOf(acting.permission)
  if (!grant) throw new E_FORBIDDEN()
  return actAsOperator({ ...acting, ...grant }, work)
}

async function revision(
  trx: TransactionClientContract,
  lock?: 'forShare' | 'forUpdate'
): Promise<number> {
  const counted = trx.from('access_revisions').where('id', 1)
  if (lock) void counted[lock]()
  return Number((await counted.firstOrFail()).revision)
}
