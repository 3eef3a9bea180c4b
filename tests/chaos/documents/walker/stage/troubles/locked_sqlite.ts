import Database from 'better-sqlite3'
import { DATABASE, type Trouble } from './trouble.js'

/** Somebody else writes into the embedded database, and does not come to an end. */
export class LockedSqlite implements Trouble {
  readonly name = DATABASE
  readonly #other: Database.Database

  constructor(path: string) {
    this.#other = new Database(path)
  }

  async strike(): Promise<void> {
    this.#other.exec('begin immediate')
  }

  async mend(): Promise<void> {
    if (this.#other.inTransaction) this.#other.exec('rollback')
  }

  close(): void {
    this.#other.close()
  }
}
