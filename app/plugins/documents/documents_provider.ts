import type { ApplicationService } from '@adonisjs/core/types'
import { ExportSlots } from '#kernel/http/export_slots'
import { Metrics } from '#kernel/metrics/metrics'
import { RateBuckets } from '#kernel/rate_limit/rate_buckets'
import { Retention } from '#kernel/retention/retention'
import { PersonalData } from '#kernel/personal_data/personal_data'
import { Health } from '#kernel/health/health'
import { Locks } from '#kernel/state/locks'
import { RepeatedWork } from '#kernel/state/repeated_work'
import { SameEverywhere } from '#kernel/state/same_everywhere'
import { FileHolders } from '#plugins/files/main'
import { EditorSettings, type EditorConfig } from './editor/editor_settings.js'
import { ServerPresence } from './editor/server_presence.js'
import { ConversionRunner } from './conversion/conversion_runner.js'
import { removeLogEntries } from './retention/remove_log_entries.js'
import { tellOfDocuments } from './documents_metrics.js'
import type { RightsWatch } from './sessions/rights_watch.js'

/** Counted from the start: also a service that is restarted every night is to come to it. */
const PURGE_MS = 3_600_000
const MINUTE_MS = 60_000
const RESUME_MS = 30_000

export default class DocumentsProvider {
  readonly #repeated: RepeatedWork[] = []
  #watching: RightsWatch | undefined

  constructor(protected app: ApplicationService) {}

  register() {
    const { container } = this.app
    container.singleton(EditorSettings, () => new EditorSettings(this.#config))
    container.singleton(
      ServerPresence,
      async () => new ServerPresence(await container.make('logger'))
    )
    container.singleton(ExportSlots, () => new ExportSlots())
    container.singleton(ConversionRunner, async () => this.#conversionRunner())
  }

  async boot() {
    const { HOLDER, referencedFiles } = await import('./versions/holder.js')
    const holders = await this.app.container.make(FileHolders)
    holders.register(HOLDER, referencedFiles)
    await this.#claimTraffic()
    await this.#shareSettings()
    await this.#retire()
    await this.#holdPersonalData()
    tellOfDocuments(await this.app.container.make(Metrics))
  }

  /** A node that is set otherwise refuses for good what the document server saves, or removes what others keep. */
  async #shareSettings() {
    const same = await this.app.container.make(SameEverywhere)
    const { enabled, secret, publicBaseUrl, retentionDays, ownReview } = this.#config
    same.must('EDITOR_ENABLED', { own: String(enabled) })
    same.must('EDITOR_JWT_SECRET', { own: secret?.release() ?? '' })
    same.must('EDITOR_PUBLIC_BASE_URL', { own: publicBaseUrl ?? '' })
    same.must('DOCUMENT_RETENTION_DAYS', { own: String(retentionDays) })
    same.must('DOCUMENT_OWN_REVIEW', { own: String(ownReview) })
  }

  async ready() {
    if (this.app.getEnvironment() !== 'web') return
    const { off } = await this.app.container.make(EditorSettings)
    if (!off) await this.#warn()
    await this.#repeat('editor:sweep', this.#config.sweepMinutes * 60_000, () => this.#sweep())
    await this.#repeat('documents:conversions', RESUME_MS, () => this.#resume(), {
      atOnce: true,
    })
    if (!off) await this.#watch()
    await this.#repeat('documents:purge', PURGE_MS, () => this.#purge())
    await this.#repeat('documents:shares', MINUTE_MS, () => this.#settleShares())
  }

  async shutdown() {
    await this.#watching?.stop()
    await Promise.all(this.#repeated.map((work) => work.stop()))
    const runner = await this.app.container.make(ConversionRunner)
    await runner.stop()
  }

  async #repeat(
    name: string,
    everyMs: number,
    work: () => Promise<unknown>,
    { atOnce = false } = {}
  ) {
    const { container } = this.app
    const [locks, logger] = [await container.make(Locks), await container.make('logger')]
    const health = await container.make(Health)
    const repeated = new RepeatedWork(locks, logger, health, { name, everyMs, atOnce, work })
    this.#repeated.push(repeated)
    repeated.start()
  }

  async #warn() {
    const logger = await this.app.container.make('logger')
    const { signedCallback, sweepMinutes } = this.#config
    if (sweepMinutes === 0)
      logger.warn(
        'EDITOR_SWEEP_MINUTES is 0: saves that the document server could not deliver are not taken over; run node ace editor:sweep every ten minutes'
      )
    if (signedCallback === 'required') return
    logger.warn(
      'EDITOR_SIGNED_CALLBACK is optional: whoever was let into an editor can report saves in the name of anybody'
    )
  }

  async #sweep() {
    const { Sweep } = await import('./editing/sweep.js')
    return (await this.app.container.make(Sweep)).handle()
  }

  async #conversionRunner() {
    const { container } = this.app
    const make = async () => {
      const { RunConversion } = await import('./conversion/run_conversion.js')
      return container.make(RunConversion)
    }
    return new ConversionRunner(make, await container.make('logger'))
  }

  async #resume() {
    const { ResumeConversions } = await import('./conversion/resume_conversions.js')
    const resume = await this.app.container.make(ResumeConversions)
    return resume.handle()
  }

  async #watch() {
    const { RightsWatch } = await import('./sessions/rights_watch.js')
    const { NarrowedRights } = await import('./sessions/narrowed_rights.js')
    this.#watching = await this.app.container.make(RightsWatch)
    await this.#watching.start()
    const rights = await this.app.container.make(NarrowedRights)
    await this.#repeat('documents:rights', MINUTE_MS, () => rights.handle())
  }

  async #purge() {
    const { PurgeDocuments } = await import('./actions/purge_documents.js')
    const purge = await this.app.container.make(PurgeDocuments)
    return purge.handle(this.#config.retentionDays)
  }

  async #retire() {
    const retention = await this.app.container.make(Retention)
    retention.keep({
      table: 'document_logs',
      days: this.#config.logRetentionDays,
      remove: removeLogEntries,
    })
  }

  async #holdPersonalData() {
    const personal = await this.app.container.make(PersonalData)
    personal.hold({
      plugin: 'documents',
      erase: async (erasing) => {
        const { erasePerson } = await import('./erasure/erase_person.js')
        await erasePerson(erasing)
      },
    })
  }

  async #settleShares() {
    const { SettleShares } = await import('./actions/settle_shares.js')
    const settleShares = await this.app.container.make(SettleShares)
    return settleShares.all()
  }

  async #claimTraffic() {
    const { container } = this.app
    const { editorBucketOf } = await import('./editor/callback_body.js')
    const buckets = await container.make(RateBuckets)
    buckets.claim((request) => editorBucketOf(request, () => container.make(EditorSettings)))
  }

  get #config(): EditorConfig {
    return this.app.config.get<EditorConfig>('editor')
  }
}
