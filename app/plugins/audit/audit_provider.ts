import type { ApplicationService } from '@adonisjs/core/types'
import { AuditTrail } from '#kernel/auditing/main'
import { Health } from '#kernel/health/main'
import { PersonalData, Retention } from '#kernel/plugins/main'
import { Locks, PeriodicJob } from '#kernel/state/main'
import type { AuditConfig } from './audit_config.js'
import { AuditKey } from './chain/audit_key.js'
import { StoredTrail } from './stored_trail.js'

export default class AuditProvider {
  #sealing: PeriodicJob | undefined

  constructor(protected app: ApplicationService) {}

  register() {
    const { container, config } = this.app
    container.singleton(AuditKey, () => {
      const previous = this.#config.previousAppKey?.release()
      return new AuditKey(config.get<{ release(): string }>('app.appKey').release(), previous)
    })
    container.singleton(AuditTrail, async (resolver) => {
      return new StoredTrail(await resolver.make(AuditKey))
    })
  }

  async boot() {
    const { container } = this.app
    const retention = await container.make(Retention)
    retention.keep({
      table: 'audit_entries',
      days: this.#config.entryDays,
      remove: async (beforeMs, most) => {
        const { removeOldEntries } = await import('./retention.js')
        return removeOldEntries(await container.make(AuditKey), { beforeMs, most })
      },
    })
    const personal = await container.make(PersonalData)
    personal.hold({
      plugin: 'audit',
      erase: async (person) => {
        const { eraseTracesOf } = await import('./chain/entry_table.js')
        await eraseTracesOf(person, (await container.make('lucid.db')).connection())
      },
    })
  }

  async ready() {
    if (this.app.getEnvironment() !== 'web') return
    const { container } = this.app
    const [locks, logger] = [await container.make(Locks), await container.make('logger')]
    const { Sealer } = await import('./chain/sealer.js')
    const sealer = new Sealer(await container.make(AuditKey), logger)
    const work = () => sealer.seal()
    const options = { name: 'audit:seal', everyMs: this.#config.sealEveryMs, work }
    this.#sealing = new PeriodicJob(locks, logger, await container.make(Health), options)
    this.#sealing.start()
  }

  async shutdown() {
    await this.#sealing?.stop()
  }

  get #config(): AuditConfig {
    return this.app.config.get<AuditConfig>('audit')
  }
}
