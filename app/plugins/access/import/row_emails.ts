import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { actAsSystem } from '#kernel/acting/main'
import { say } from '#kernel/languages/main'
import { User, type Status } from '#plugins/identity/main'
import type { ImportReport } from './import_report.js'

interface Addressed {
  /** Missing for a new user. */
  id?: number
  email?: string | null
  status?: Status
}

const TAKEN = 'There is already an enabled user with this e-mail address'
const AT_ONCE = 500

/** Enabled users have no e-mail address in common, in capitals or not: neither in the file nor with those there before it. */
export class RowEmails {
  readonly #rowOf = new Map<string, number>()

  private constructor(
    private readonly holders: ReadonlyMap<string, number>,
    private readonly report: ImportReport
  ) {}

  /** @param emails those that users will have */
  static async of(
    emails: readonly string[],
    report: ImportReport,
    trx: TransactionClientContract
  ): Promise<RowEmails> {
    const keys = [...new Set(emails.map((email) => email.toLowerCase()))]
    const holders = new Map<string, number>()
    for (let from = 0; from < keys.length; from += AT_ONCE)
      for (const { id, key } of await holdersOf(keys.slice(from, from + AT_ONCE), trx))
        holders.set(key, id)
    return new RowEmails(holders, report)
  }

  check(row: number, { id, email, status = 'enabled' }: Addressed): void {
    if (!email || status !== 'enabled') return
    const key = email.toLowerCase()
    const holder = this.holders.get(key)
    const first = this.#rowOf.get(key)
    if (holder !== undefined && holder !== id) this.report.add(row, 'email', TAKEN)
    else if (first !== undefined) this.report.add(row, 'email', say`As in row ${first}`)
    else this.#rowOf.set(key, row)
  }
}

function holdersOf(keys: string[], client: TransactionClientContract) {
  return actAsSystem('whose e-mail addresses are in a file', () =>
    User.query({ client })
      .whereIn('email_key', keys)
      .select('id', 'email_key as key')
      .pojo<{ id: number; key: string }>()
  )
}
