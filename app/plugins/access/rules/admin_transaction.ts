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
  /** What the operator holds, after all earlier changes. */
  readonly own: Grants
  /** As it is before the change. */
  readonly snapshot: AccessSnapshot
  readonly rule: GrantRule
}

/** A transaction that waits for the row's lock occupies a connection: few wait there, the others wait here. */
const QUEUE = { maxQueue: 1_000, maxQueuePerKey: 100 }

/**
 * Transactions in which administrators change rights. What is checked cannot change before the commit: changes of roles,
 * menus and departments exclude all others, over all nodes, by the lock of one row. The operator's own rights are read
 * again under the lock, so that nobody acts by rights that they have lost since the request was authorized.
 *
 * All throw E_TOO_MANY_REQUESTS, or Overloaded (503), where too many wait. A client that disconnects while it waits changes
 * nothing.
 */
export class AdminTransaction {
  readonly #exclusive = new KeyedSemaphore({ limit: 1, ...QUEUE })
  readonly #shared = new KeyedSemaphore({ limit: 3, limitPerKey: 2, ...QUEUE })

  constructor(private readonly snapshots: AccessCache) {}

  /** Changes users while roles, menus and departments do not change. Several at once. */
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

  /** Only checks, against the state at that moment: nobody waits for it, and nothing may be changed in it. */
  checking<Result>(work: (change: Change) => Promise<Result>): Promise<Result> {
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
      const own = await currentGrants(snapshot, trx)
      return withCurrentReach(own, () =>
        work({ trx, own, snapshot, rule: new GrantRule(own, snapshot) })
      )
    })
  }
}

/** Read under the lock: whoever lost their roles, or was disabled or deleted meanwhile, holds nothing. */
async function currentGrants(
  snapshot: AccessSnapshot,
  trx: TransactionClientContract
): Promise<Grants> {
  const { id } = currentOperator()
  const user = await actAsSystem('what the operator still holds', () =>
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
 * @throws E_FORBIDDEN when it is no longer held
 */
function withCurrentReach<Result>(own: Grants, work: () => Promise<Result>): Promise<Result> {
  const acting = currentActing()
  if (acting.kind === 'system' || acting.permission === null) return work()
  const grant = own.grantOf(acting.permission)
  if (!grant) throw new E_FORBIDDEN()
  return actAsOperator({ ...acting, ...grant }, work)
}
