import type { ApplicationService } from '@adonisjs/core/types'
import { Health } from '#kernel/health/main'
import { Metrics } from '#kernel/metrics/main'
import { EmbeddedOrigins } from '#kernel/pages/main'
import { PersonalData, type ErasedPerson, Retention } from '#kernel/plugins/main'
import { RateBuckets } from '#kernel/rate_limit/main'
import { Locks, PeriodicJob } from '#kernel/state/main'
import { FileHolders } from '#plugins/files/main'
import { ConversionRunner } from './conversion/conversion_runner.js'
import { tellOfDocuments } from './documents_metrics.js'
import { EditorSettings, type EditorConfig } from './editor/editor_settings.js'
import { ServerPresence } from './editor/server_presence.js'
import { removeLogEntries } from './retention/remove_log_entries.js'
import type { RightsWatch } from './sessions/rights_watch.js'

const MINUTE_MS = 60_000
const CONVERSIONS_MS = 30_000

/** Short, so that a service that restarts every night runs it too. */
const PURGE_MS = 60 * MINUTE_MS

export default class DocumentsProvider {
  readonly #repeated: PeriodicJob[] = []
  #watching: RightsWatch | undefined

  constructor(protected app: ApplicationService) {}

  register() {
    const { container } = this.app
    const logger = () => container.make('logger')
    container.singleton(EditorSettings, () => new EditorSettings(this.#config))
    container.singleton(ServerPresence, async () => new ServerPresence(await logger()))
    container.singleton(ConversionRunner, async () => {
      const run = async () => {
        const { RunConversion } = await import('./conversion/run_conversion.js')
        return container.make(RunConversion)
      }
      return new ConversionRunner(run, await logger())
    })
  }

  async boot() {
    const { container } = this.app
    const { HOLDER, referencedFiles } = await import('./versions/holder.js')
    const holders = await container.make(FileHolders)
    holders.register(HOLDER, referencedFiles)
    await this.#countRequests()
    await this.#embedEditor()
    await this.#holdPersonalData()
    const { logRetentionDays: days } = this.#config
    const retention = await container.make(Retention)
    retention.keep({ table: 'document_logs', days, remove: removeLogEntries })
    tellOfDocuments(await container.make(Metrics))
  }

  async ready() {
    if (this.app.getEnvironment() !== 'web') return
    const { off } = await this.app.container.make(EditorSettings)
    if (!off) await this.#warn()
    await this.#repeat('editor:sweep', this.#config.sweepMinutes * MINUTE_MS, async () => {
      const { Sweep } = await import('./editing/sweep.js')
      return (await this.app.container.make(Sweep)).handle()
    })
    if (!off) {
      await this.#resumeConversions()
      await this.#watchRights()
    }
    await this.#repeat('documents:purge', PURGE_MS, async () => {
      const { PurgeDocuments } = await import('./actions/purge_documents.js')
      return (await this.app.container.make(PurgeDocuments)).handle(this.#config.retentionDays)
    })
    // Whoever edits by a share is disconnected once it has ended; without the editor nobody is.
    await this.#repeat('documents:shares', off ? PURGE_MS : MINUTE_MS, async () => {
      const { SettleShares } = await import('./actions/settle_shares.js')
      return (await this.app.container.make(SettleShares)).all()
    })
  }

  async shutdown() {
    await this.#watching?.stop()
    await Promise.all(this.#repeated.map((work) => work.stop()))
    const runner = await this.app.container.make(ConversionRunner)
    await runner.stop()
  }

  async #repeat(name: string, everyMs: number, work: () => Promise<unknown>, atOnce = false) {
    const { container } = this.app
    const [locks, logger] = [await container.make(Locks), await container.make('logger')]
    const health = await container.make(Health)
    const repeated = new PeriodicJob(locks, logger, health, { name, everyMs, atOnce, work })
    this.#repeated.push(repeated)
    repeated.start()
  }

  async #resumeConversions() {
    const resume = async () => {
      const { ResumeConversions } = await import('./conversion/resume_conversions.js')
      return (await this.app.container.make(ResumeConversions)).handle()
    }
    await this.#repeat('documents:conversions', CONVERSIONS_MS, resume, true)
  }

  async #watchRights() {
    const { container } = this.app
    const { RightsWatch } = await import('./sessions/rights_watch.js')
    const { NarrowedRights } = await import('./sessions/narrowed_rights.js')
    this.#watching = await container.make(RightsWatch)
    await this.#watching.start()
    const rights = await container.make(NarrowedRights)
    await this.#repeat('documents:rights', MINUTE_MS, () => rights.handle())
  }

  async #warn() {
    const logger = await this.app.container.make('logger')
    const { signedCallback, sweepMinutes } = this.#config
    if (sweepMinutes === 0)
      logger.warn(
        'sweepMinutes of config/editor.ts is 0: saves that the document server could not deliver are not recovered; run node ace editor:sweep every ten minutes'
      )
    if (signedCallback === 'optional')
      logger.warn(
        'EDITOR_SIGNED_CALLBACK is optional: every user of an editor can send saves in the name of another user'
      )
  }

  async #holdPersonalData() {
    const personal = await this.app.container.make(PersonalData)
    const erase = async ({ id }: ErasedPerson) => {
      const { eraseNames } = await import('./erasure/erase_names.js')
      await eraseNames(id)
    }
    personal.hold({ plugin: 'documents', erase })
  }

  async #countRequests() {
    const { container } = this.app
    const { editorBucketOf } = await import('./editor/editor_callers.js')
    const buckets = await container.make(RateBuckets)
    buckets.claim((request) => editorBucketOf(request, () => container.make(EditorSettings)))
  }

  async #embedEditor() {
    const { container } = this.app
    const origins = await container.make(EmbeddedOrigins)
    origins.add(async () => {
      const { off, scriptUrl } = await container.make(EditorSettings)
      return off ? null : new URL(scriptUrl).origin
    })
  }

  get #config(): EditorConfig {
    return this.app.config.get<EditorConfig>('editor')
  }
}
