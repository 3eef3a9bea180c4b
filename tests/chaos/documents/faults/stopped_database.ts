import { randomInt } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { PostgresCluster } from '../../../tools/postgres_cluster/postgres_cluster.js'
import type { Fault } from './fault.js'

/** PostgreSQL ends without finishing anything, and comes back after a while. */
export class StoppedDatabase implements Fault {
  readonly name = 'the database stopped'
  readonly shows = 503

  private constructor(private readonly cluster: PostgresCluster) {}

  static async prepare(): Promise<StoppedDatabase> {
    return new StoppedDatabase(await PostgresCluster.start())
  }

  get env(): Record<string, string> {
    return { DB_CONNECTION: 'pg', DATABASE_URL: this.cluster.url }
  }

  async strike(): Promise<void> {
    await this.cluster.stop()
    await pause(randomInt(500, 2_500))
    await this.cluster.startAgain()
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.cluster.remove()
  }
}
