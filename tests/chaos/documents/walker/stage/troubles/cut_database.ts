import { Relay } from '../../../../../helpers/relay.js'
import { until } from '../../../../../helpers/until.js'
import { DATABASE, type Trouble } from './trouble.js'

const CONNECTIONS = 20

/** The connections to the database server break, and no new one is made. */
export class CutDatabase implements Trouble {
  readonly name = DATABASE
  #isCut = false

  private constructor(private readonly relay: Relay) {}

  /** Leads the settings of this process through a relay; to be called before the application is. */
  static async before(env: NodeJS.ProcessEnv, usualPort: number): Promise<CutDatabase> {
    const relay = await Relay.to(env.DB_HOST ?? '127.0.0.1', Number(env.DB_PORT ?? usualPort))
    Object.assign(env, { DB_HOST: '127.0.0.1', DB_PORT: String(relay.port) })

    return new CutDatabase(relay)
  }

  async strike(): Promise<void> {
    this.#isCut = true
    this.relay.cut()
  }

  /** Whole once the pool has found out which of its connections are none any more. */
  async mend(): Promise<void> {
    if (!this.#isCut) return
    this.relay.restore()
    await until(allAnswer)
    this.#isCut = false
  }

  close(): Promise<void> {
    return this.relay.close()
  }
}

async function allAnswer(): Promise<boolean> {
  const { default: db } = await import('@adonisjs/lucid/services/db')
  const asked = Array.from({ length: CONNECTIONS }, () => db.rawQuery('select 1'))
  const answers = await Promise.allSettled(asked)

  return answers.every(({ status }) => status === 'fulfilled')
}
