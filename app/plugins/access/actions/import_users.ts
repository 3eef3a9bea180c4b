import { randomBytes } from 'node:crypto'
import { inject } from '@adonisjs/core'
import { isConstraintConflict } from '#kernel/database/main'
import { E_CONFLICT } from '#kernel/errors/main'
import { PasswordHashing } from '#plugins/identity/main'
import { tableImports } from '#kernel/tables/main'
import { type Sayable } from '#kernel/languages/main'
import { ImportReport } from '../import/import_report.js'
import { ImportPlan } from '../import/import_plan.js'
import { userRowsOfFile, type UserOfFile } from '../import/user_rows.js'
import { WriteUsers } from '../import/write_users.js'
import type { ImportOutcome } from '../transformers/import_transformer.js'
import { AdminTransaction } from '../rules/admin_transaction.js'
import type { ImportMode } from '../validators/import_validators.js'

export interface ImportOptions {
  mode: ImportMode
  /** Check only. */
  dryRun: boolean
}

/**
 * Creates and changes the users of a CSV or XLSX file, all or none. One who is made without a password cannot log in until an
 * administrator sets one: theirs is random, and known to nobody.
 */
@inject()
export class ImportUsers {
  constructor(
    private readonly administration: AdminTransaction,
    private readonly hashing: PasswordHashing,
    private readonly writeUsers: WriteUsers
  ) {}

  /**
   * @throws E_TABLE, E_IMPORT, E_FORBIDDEN for who may not change users, E_CONFLICT where users changed meanwhile or no
   * administrator would be left; E_TOO_MANY_REQUESTS, or Overloaded (503), where too many imports wait
   */
  handle(bytes: Buffer, options: ImportOptions): Promise<Sayable<ImportOutcome>> {
    return tableImports.runForCaller(() => this.#import(bytes, options))
  }

  async #import(bytes: Buffer, { mode, dryRun }: ImportOptions): Promise<Sayable<ImportOutcome>> {
    const report = new ImportReport()
    const users = await userRowsOfFile(bytes, report)
    const plan = await this.administration.checking((change) =>
      ImportPlan.of(users, { mode, lock: false }, change, report)
    )
    if (dryRun) return { ...outcome(users, plan, report), imported: 0 }

    report.assertFaultless()
    return outcome(users, await this.#write(users, mode, report), report)
  }

  /** Who is left to administer depends on all changes of users: those that may take rights away exclude all others. */
  async #write(users: readonly UserOfFile[], mode: ImportMode, report: ImportReport) {
    const hashOf = await this.#hashes(users)
    const kind = mode === 'create' ? 'ofUsers' : 'exclusive'
    const [plan, written] = await this.administration[kind](async (change) => {
      const checked = await ImportPlan.of(users, { mode, lock: true }, change, report)
      report.assertFaultless()
      return [checked, await this.writeUsers.within(change.trx, checked, hashOf)] as const
    }).catch(changedMeanwhile)
    await this.writeUsers.announce(written)
    return plan
  }

  async #hashes(users: readonly UserOfFile[]): Promise<(user: { row: number }) => string> {
    const unknown = await this.hashing.make(randomBytes(32).toString('base64url'))
    const hashes = new Map<number, string>()
    for (const { row, password } of users)
      if (password !== undefined) hashes.set(row, await this.hashing.make(password))
    return ({ row }) => hashes.get(row) ?? unknown
  }
}

function changedMeanwhile(error: unknown): never {
  if (!isConstraintConflict(error)) throw error
  throw new E_CONFLICT('Users of the file were changed meanwhile; send it again', { cause: error })
}

function outcome(users: readonly UserOfFile[], plan: ImportPlan, report: ImportReport) {
  const [created, updated] = [plan.created.length, plan.updated.length]
  const { unchanged } = plan
  const { count: faultCount, faults } = report
  const counts = { created, updated, unchanged, imported: created + updated }
  return { rows: users.length, ...counts, faultCount, faults }
}
