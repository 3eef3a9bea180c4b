import { randomBytes } from 'node:crypto'
import { inject } from '@adonisjs/core'
import { PasswordHashing } from '#plugins/identity/main'
import { tableImports } from '#kernel/tables/main'
import { ImportReport } from '../import/import_report.js'
import { insertUsers } from '../import/insert_users.js'
import { UserJudgement, type JudgedUser } from '../import/user_judgement.js'
import type { UserOfFile } from '../import/user_rows.js'
import { userRowsOfFile } from '../import/user_rows_of_file.js'
import type { ImportOutcome } from '../transformers/import_transformer.js'
import { AdminTransaction, type Change } from '../rules/admin_transaction.js'

/**
 * Creates the users of a CSV or XLSX file, all or none. One without a password cannot log in until an administrator
 * sets one: theirs is random, and known to nobody.
 */
@inject()
export class ImportUsers {
  constructor(
    private readonly administration: AdminTransaction,
    private readonly hashing: PasswordHashing
  ) {}

  /**
   * @param dryRun judge alone
   * @throws E_TABLE, E_IMPORT; E_TOO_MANY_REQUESTS, or Overloaded (503), where too many imports wait
   */
  handle(bytes: Buffer, { dryRun }: { dryRun: boolean }): Promise<ImportOutcome> {
    return tableImports.runForCaller(() => this.#import(bytes, dryRun))
  }

  async #import(bytes: Buffer, dryRun: boolean): Promise<ImportOutcome> {
    const report = new ImportReport()
    const users = await userRowsOfFile(bytes, report)
    await this.administration.judging((change) => judge(users, report, change))
    if (dryRun) return outcome(users, report, 0)

    report.assertFaultless()
    const hashOf = await this.#hashes(users)
    await this.administration.ofUsers(async (change) => {
      const judged = await judge(users, report, change)
      report.assertFaultless()
      await insertUsers(judged, hashOf, change.trx)
    })
    return outcome(users, report, users.length)
  }

  async #hashes(users: readonly UserOfFile[]): Promise<(user: JudgedUser) => string> {
    const unknown = await this.hashing.make(randomBytes(32).toString('base64url'))
    const hashes = new Map<number, string>()
    for (const { row, password } of users)
      if (password !== undefined) hashes.set(row, await this.hashing.make(password))
    return ({ row }) => hashes.get(row) ?? unknown
  }
}

function judge(users: readonly UserOfFile[], report: ImportReport, change: Change) {
  return new UserJudgement(change, report).of(users)
}

function outcome(users: readonly UserOfFile[], report: ImportReport, imported: number) {
  return { rows: users.length, imported, faultCount: report.count, faults: report.faults }
}
