import vine from '@vinejs/vine'
import type { ApplicationService } from '@adonisjs/core/types'
import { DatabaseStatus } from '#kernel/database/main'
import { Health, healthRoutes, type StopTimes, stopGracefully } from '#kernel/health/main'
import {
  TransportSecurity,
  IncomingPlaces,
  type IncomingConfig,
  AccessLog,
  FewFaultsReporter,
  addRouteMacros,
  assertRoutesDeclared,
  enforceDeclaredValidators,
  onHttpServer,
  refuseNulls,
  saidMessages,
} from '#kernel/http/main'
import { tellOfKernel, Metrics } from '#kernel/metrics/main'
import { EmbeddedOrigins, Landing, landingRoutes } from '#kernel/pages/main'
import { DefaultParameters, Parameters } from '#kernel/parameters/main'
import { ClosedGate, Gate, addBouncer } from '#kernel/permissions/main'
import { Locks, Slots, PeriodicJob } from '#kernel/state/main'
import { bootState, closeState, patchDatabase, registerState } from '#kernel/provider/main'
import { assertModelsDeclared, enforceDataScope, findModels } from '#kernel/data_scope/main'
import {
  AuditTrail,
  mountAuditTrail,
  NoAuditTrail,
  recordModelChanges,
} from '#kernel/auditing/main'
import { greet } from '#kernel/boot/main'
import { ConfigurationParts } from './configuration/configuration_parts.js'
import { type Language, loadTranslations } from '#kernel/languages/main'
import type { PluginManifest } from './define_plugin.js'
import { PersonalData } from './personal_data/personal_data.js'
import { pluginFolders } from './plugin_files.js'
import { assertPrepared, mountedMigrations, unknownMigrations } from './plugin_migrations.js'
import { prepareDatabase } from './prepare_database.js'
import { Retention } from './retention/retention.js'

const RETENTION_MS = 3_600_000

export default class KernelProvider {
  #retention: PeriodicJob | undefined

  constructor(protected app: ApplicationService) {}

  register() {
    registerState(this.app)
    vine.messagesProvider = saidMessages
    this.app.container.singleton(Gate, () => new ClosedGate())
    this.app.container.singleton(AuditTrail, () => new NoAuditTrail())
    this.app.container.singleton(Parameters, () => new DefaultParameters(this.app.config))
    this.app.container.singleton(Health, () => new Health())
    this.app.container.singleton(
      DatabaseStatus,
      async (resolver) =>
        new DatabaseStatus(await resolver.make('lucid.db'), await resolver.make('logger'))
    )
    this.app.container.singleton(
      Retention,
      async (resolver) => new Retention(await resolver.make('logger'))
    )
    this.app.container.singleton(PersonalData, () => new PersonalData())
    this.app.container.singleton(ConfigurationParts, () => new ConfigurationParts())
    this.app.container.singleton(Metrics, () => new Metrics())
    this.app.container.singleton(EmbeddedOrigins, () => new EmbeddedOrigins())
    this.app.container.singleton(Landing, () => new Landing())
    this.app.container.singleton(
      TransportSecurity,
      () => new TransportSecurity(this.app.config.get<number>('app.hstsSeconds'))
    )
    this.app.container.singleton(
      IncomingPlaces,
      async (resolver) =>
        new IncomingPlaces(
          await resolver.make(Slots),
          this.app.config.get<IncomingConfig>('bodies')
        )
    )
  }

  async boot() {
    enforceDataScope()
    recordModelChanges()
    await patchDatabase(this.app, mountedMigrations)
    await bootState(this.app)
    await tellOfKernel(this.app)
    await this.#loadTranslations()
  }

  async start() {
    const router = await this.app.container.make('router')
    addRouteMacros(router)
    healthRoutes(router)
    landingRoutes(router, this.app.config.get<string>('app.landingPath', '/'))
    const { RequestValidator } = await import('@adonisjs/core/http')
    RequestValidator.messagesProvider = () => saidMessages
    RequestValidator.errorReporter = () => new FewFaultsReporter()
    refuseNulls()
    addBouncer()
    if (!this.app.inProduction) await this.#checkValidators()
    await this.#checkModels()
    await this.#checkRoutes()
    if (this.app.config.get<boolean>('app.accessLog')) await this.#logAccess()
    if (this.app.getEnvironment() === 'web') await this.#prepareDatabase()
    mountAuditTrail(await this.app.container.make(AuditTrail))
  }

  async #loadTranslations() {
    const sources = this.#plugins.flatMap(({ texts }) => texts ?? [])
    const emitter = await this.app.container.make('emitter')
    const usual = this.app.config.get<Language>('app.defaultLanguage', 'en')
    await loadTranslations(sources, { emitter, usual })
  }

  /** Once all are drawn, which is before the server listens. */
  async #checkRoutes() {
    const router = await this.app.container.make('router')
    const contracts = !this.app.inProduction
    const undeclared = this.app.config.get<'refused' | 'served'>('app.undeclaredRoutes', 'refused')
    onHttpServer(() =>
      assertRoutesDeclared(Object.values(router.toJSON()).flat(), { contracts, undeclared })
    )
  }

  async #logAccess() {
    const log = new AccessLog(await this.app.container.make('logger'))
    const emitter = await this.app.container.make('emitter')
    emitter.on('http:request_completed', (completed) => log.note(completed))
  }

  async #checkValidators() {
    enforceDeclaredValidators()
  }

  async #checkModels() {
    assertModelsDeclared(await findModels(pluginFolders(this.#plugins, './models')))
  }

  async #prepareDatabase() {
    await this.#warnOfNewer()
    if (!this.app.config.get<boolean>('app.migrateOnStart', true)) {
      return assertPrepared(this.app, this.#plugins)
    }
    await prepareDatabase(this.app, this.#plugins)
  }

  /** No refusal: on the way back nodes of two releases run side by side. */
  async #warnOfNewer() {
    const migrations = await unknownMigrations(this.app, this.#plugins)
    if (migrations.length === 0) return
    const logger = await this.app.container.make('logger')
    logger.warn(
      { migrations },
      `The database was brought up to date by a newer release: this one lacks ${migrations.join(', ')}. It may not know what was written since: see "Back to the last release" in docs/deployment.md`
    )
  }

  async ready() {
    if (this.app.getEnvironment() !== 'web') return
    await this.app.ready(greetOnceReady)
    await stopGracefully(this.app, this.app.config.get<StopTimes>('app.stop'))
    await this.#sweepRows()
  }

  async #sweepRows() {
    const { container } = this.app
    const [locks, logger] = [await container.make(Locks), await container.make('logger')]
    const [health, retention] = [await container.make(Health), await container.make(Retention)]
    const work = () => retention.sweep()
    const options = { name: 'retention', everyMs: RETENTION_MS, work }
    this.#retention = new PeriodicJob(locks, logger, health, options)
    this.#retention.start()
  }

  async shutdown() {
    await this.#retention?.stop()
    ;(await this.app.container.make(DatabaseStatus)).stop()
    await closeState(this.app)
  }

  get #plugins(): readonly PluginManifest[] {
    return this.app.config.get<readonly PluginManifest[]>('plugins')
  }
}

/** Whoever stops it from then on stops a service that has started, and that ends in order. */
function greetOnceReady(app: ApplicationService): void {
  setImmediate(async () => {
    await greet(app)
  })
}
