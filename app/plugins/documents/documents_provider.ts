import type { ApplicationService } from '@adonisjs/core/types'
import { ExportSlots } from '#kernel/http/export_slots'
import { Metrics } from '#kernel/metrics/metrics'
import { Landing } from '#kernel/pages/landing'
import { RateBuckets } from '#kernel/rate_limit/rate_buckets'
import { Retention } from '#kernel/retention/retention'
import { PersonalData } from '#kernel/personal_data/personal_data'
import { Health } from '#kernel/health/health'
import { Locks } from '#kernel/state/locks'
import { RepeatedWork } from '#kernel/state/repeated_work'
import { SameEverywhere } from '#kernel/state/same_everywhere'
import { FileHolders } from '#plugins/files/main'
import { EditorSettings, type EditorConfig } from './editor/editor_settings.js'
import { LearntHome } from './editor/own_sessions.js'
import { ServerPresence } from './editor/server_presence.js'
import { RefusalLog } from './callbacks/refusal_log.js'
import { ConversionRunner } from './conversion/conversion_runner.js'
import { JoinedExamination } from './doctor/joined_examination.js'
import { tellOfDocuments } from './documents_metrics.js'
import type { EditingWatch } from './live/editing_watch.js'
import { RoundPlaces } from './live/round_places.js'
import { NamedKeys } from './recovery/named_keys.js'

/** Counted from the start: also a service that is restarted every night is to come to it. */
const PURGE_MS = 3_600_000
const MINUTE_MS = 60_000

/** How often whoever could not be told of their work is told again. */
const TELL_MS = 600_000
const RESUME_MS = 30_000

/** How often a service that runs on a copy of a database says so, where it does not sweep. */
const HOME_MS = 3_600_000

export default class DocumentsProvider {
  readonly #repeated: RepeatedWork[] = []
  #watching: EditingWatch | undefined

  constructor(protected app: ApplicationService) {}

  register() {
    const { container } = this.app
    container.singleton(EditorSettings, () => new EditorSettings(this.#config))
    container.singleton(
      ServerPresence,
      async () => new ServerPresence(await container.make('logger'))
    )
    container.singleton(LearntHome, () => new LearntHome())
    container.singleton(RefusalLog, () => new RefusalLog())
    container.singleton(RoundPlaces, () => new RoundPlaces())
    container.singleton(NamedKeys, () => new NamedKeys())
    container.singleton(JoinedExamination, () => new JoinedExamination(() => this.#examination()))
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
    if (!this.app.inProduction) await this.#showDemo()
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
    if (!off) await this.#repeat('editor:home', HOME_MS, () => this.#look(), { atOnce: true })
    await this.#repeat('editor:sweep', this.#config.sweepMinutes * 60_000, () =>
      off ? this.#lookAfterSilent() : this.#recover()
    )
    await this.#repeat('documents:conversions', RESUME_MS, () => this.#resume(), {
      atOnce: true,
    })
    if (!off) await this.#watch()
    await this.#repeat('documents:purge', PURGE_MS, () => this.#purge())
    await this.#repeat('documents:shares', MINUTE_MS, () => this.#settleShares())
    await this.#repeat('documents:tell', TELL_MS, () => this.#tell(), { atOnce: true })
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
        'EDITOR_SWEEP_MINUTES is 0: what the document server could not deliver is not brought back by itself, and nobody is told of sessions that end without a word; run node ace editor:sweep every ten minutes'
      )
    if (signedCallback === 'required') return
    logger.warn(
      'EDITOR_SIGNED_CALLBACK is optional: whoever was let into an editor can report saves in the name of anybody; have the document server sign and set it to required'
    )
  }

  async #look() {
    const { OwnSessions } = await import('./editor/own_sessions.js')
    return (await this.app.container.make(OwnSessions)).assertNotOthers()
  }

  async #recover() {
    const { LookAfterSessions } = await import('./recovery/look_after_sessions.js')
    return (await this.app.container.make(LookAfterSessions)).handle()
  }

  /** Nobody can be asked while the editor is off: whoever was inside is told so. */
  async #lookAfterSilent() {
    const { SilentSessions } = await import('./recovery/silent_sessions.js')
    return (await this.app.container.make(SilentSessions)).handle()
  }

  async #tell() {
    const { SettleTelling } = await import('./recovery/settle_telling.js')
    return (await this.app.container.make(SettleTelling)).handle()
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
    const { EditingWatch } = await import('./live/editing_watch.js')
    const { ReviewOpenings } = await import('./live/review_openings.js')
    this.#watching = await this.app.container.make(EditingWatch)
    await this.#watching.start()
    await this.#repeat('documents:openings', MINUTE_MS, async () => {
      const review = await this.app.container.make(ReviewOpenings)
      return review.handle()
    })
  }

  async #examination() {
    const { ExamineEditor } = await import('./doctor/examine_editor.js')
    return this.app.container.make(ExamineEditor)
  }

  async #purge() {
    const { PurgeDocuments } = await import('./actions/purge_documents.js')
    const purge = await this.app.container.make(PurgeDocuments)
    return purge.handle(this.#config.retentionDays)
  }

  async #retire() {
    const { RetiredLogEntries } = await import('./retention/retired_log_entries.js')
    const entries = new RetiredLogEntries()
    const retention = await this.app.container.make(Retention)
    retention.keep({
      table: 'document_logs',
      days: this.#config.logRetentionDays,
      remove: (before, most) => entries.remove(before, most),
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

  async #showDemo() {
    const landing = await this.app.container.make(Landing)
    landing.add({
      href: 'editor/demo',
      title: 'Documents',
      description: 'A page to try the editor with, with versions, sharing and review',
    })
  }

  async #claimTraffic() {
    const { container } = this.app
    const { editorBucketOf } = await import('./callbacks/editor_traffic.js')
    const buckets = await container.make(RateBuckets)
    buckets.claim((request) => editorBucketOf(request, () => container.make(EditorSettings)))
  }

  get #config(): EditorConfig {
    return this.app.config.get<EditorConfig>('editor')
  }
}
