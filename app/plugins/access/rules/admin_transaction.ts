import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { E_FORBIDDEN } from '#kernel/errors/main'
import { actAsOperator, actAsSystem, currentActing, currentOperator } from '#kernel/acting/main'
import { KeyedSemaphore } from '#kernel/workers/main'
import { User } from '#plugins/identity/main'
import { type AccessCache, loadSnapshot } from '../snapshot/access_cache.js'
import { raiseRevision } from '../snapshot/access_revision.js'
import { Grants } from '../snapshot/grants.js'
import { roleIdsOf } from '../snapshot/grant_cache.js'
import type { AccessSnapshot } from '../snapshot/access_snapshot.js'
import { GrantRule } from './grant_rule.js'

export interface Change {
  readonly trx: TransactionClientContract
  /** What the one who acts holds, once all that came before is carried out. */
  readonly own: Grants
  /** As it is before the change. */
  readonly snapshot: AccessSnapshot
  readonly rule: GrantRule
}

/** A transaction that waits for the row's lock keeps a connection: few wait there, the others wait here. */
const QUEUE = { maxQueue: 1_000, maxQueuePerKey: 100 }

/**
 * Transactions in which administrators change who may what. What is judged cannot change between judgement and
 * commit: changes of roles, menus and departments exclude all others, over all nodes, by one row's lock. Nor does
 * anybody act by what was taken from them since they were let in.
 *
 * All throw E_TOO_MANY_REQUESTS, or Overloaded (503), where too many wait. A client that disconnects while it waits changes
 * nothing.
 */
export class AdminTransaction {
  readonly #exclusive = new KeyedSemaphore({ limit: 1, ...QUEUE })
  readonly #shared = new KeyedSemaphore({ limit: 3, limitPerKey: 2, ...QUEUE })

  constructor(private readonly snapshots: AccessCache) {}

  /** Changes users while roles, menus and departments hold still. Many at once. */
  ofUsers<Result>(work: (change: Change) => Promise<Result>): Promise<Result> {
    return this.#shared.runForCaller(() =>
      this.#run(work, (trx) => this.snapshots.within(trx, 'forShare'))
    )
  }

  /** Changes users one at a time: for what depends on how many administrators are left. */
  exclusive<Result>(work: (change: Change) => Promise<Result>): Promise<Result> {
    return this.#exclusive.runForCaller(() =>
      this.#run(work, (trx) => this.snapshots.within(trx, 'forUpdate'))
    )
  }

  /** Judges alone, by what holds at that moment: nobody waits for it, and nothing may be changed in it. */
  judging<Result>(work: (change: Change) => Promise<Result>): Promise<Result> {
    return this.#run(work, (trx) => this.snapshots.within(trx))
  }

  /** Changes roles, menus or departments. */
  ofAccess<Result>(work: (change: Change) => Promise<Result>): Promise<Result> {
    return this.#exclusive.runForCaller(() =>
      this.#run(work, async (trx) => {
        await raiseRevision(trx)
        return loadSnapshot(trx)
      })
    )
  }

  async #run<Result>(
    work: (change: Change) => Promise<Result>,
    snapshotIn: (trx: TransactionClientContract) => Promise<AccessSnapshot>
  ): Promise<Result> {
    return db.transaction(async (trx) => {
      const snapshot = await snapshotIn(trx)
      const own = await heldNow(snapshot, trx)
      return asStillAdmitted(own, () =>
        work({ trx, own, snapshot, rule: new GrantRule(own, snapshot) })
      )
    })
  }
}

/** Read within the lock: whoever was stripped, disabled or deleted meanwhile holds nothing. */
async function heldNow(snapshot: AccessSnapshot, trx: TransactionClientContract): Promise<Grants> {
  const { id } = currentOperator()
  const user = await actAsSystem('what the one who acts still holds', () =>
    User.query({ client: trx })
      .where({ id, status: 'enabled' })
      .select('id', 'departmentId')
      .first()
  )
  const roles = user ? snapshot.rolesOf(await roleIdsOf(id, trx)) : []
  return new Grants(snapshot, { id, departmentId: user?.departmentId ?? null }, roles)
}

/**
 * Works within the reach that the permission has now.
 *
 * @throws E_FORBIDDEN when it is held no more
 */
function asStillAdmitted<Result>(own: Grants, work: () => Promise<Result>): Promise<Result> {
  const acting = currentActing()
  if (acting.kind === 'system' || acting.permission === null) return work()
  const grant = own.grantOf(acting.permission)
  if (!grant) throw new E_FORBIDDEN()
  return actAsOperator({ ...acting, ...grant }, work)
}
