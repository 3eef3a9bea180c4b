import type { ApplicationService } from '@adonisjs/core/types'
import { LoggedNotices, Notices } from '#kernel/notices/notices'
import { RateBuckets } from '#kernel/rate_limit/rate_buckets'
import { Locks } from '#kernel/state/locks'
import { RepeatedWork } from '#kernel/state/repeated_work'
import { FileHolders } from '#plugins/files/main'
import { EditorSettings, type EditorConfig } from './editor/editor_settings.js'

const DAY_MS = 86_400_000

export default class DocumentsProvider {
  readonly #repeated: RepeatedWork[] = []

  constructor(protected app: ApplicationService) {}

  register() {
    const { container } = this.app
    container.singleton(EditorSettings, () => new EditorSettings(this.#config))
    if (container.hasBinding(Notices)) return
    container.singleton(Notices, async () => new LoggedNotices(await container.make('logger')))
  }

  async boot() {
    const { HOLDER, referencedFiles } = await import('./versions/holder.js')
    const holders = await this.app.container.make(FileHolders)
    holders.register(HOLDER, referencedFiles)
    await this.#claimTraffic()
  }

  async ready() {
    if (this.app.getEnvironment() !== 'web') return
    const { off } = await this.app.container.make(EditorSettings)
    if (!off)
      await this.#repeat('editor:sweep', this.#config.sweepMinutes * 60_000, () => this.#recover())
    await this.#repeat('documents:purge', DAY_MS, () => this.#purge())
  }

  async shutdown() {
    await Promise.all(this.#repeated.map((work) => work.stop()))
  }

  async #repeat(name: string, everyMs: number, work: () => Promise<unknown>) {
    const [locks, logger] = [
      await this.app.container.make(Locks),
      await this.app.container.make('logger'),
    ]
    const repeated = new RepeatedWork(locks, logger, { name, everyMs, work })
    this.#repeated.push(repeated)
    repeated.start()
  }

  async #recover() {
    const { RecoverLostSaves } = await import('./recovery/recover_lost_saves.js')
    const recover = await this.app.container.make(RecoverLostSaves)
    return recover.handle()
  }

  async #purge() {
    const { PurgeDocuments } = await import('./actions/purge_documents.js')
    return new PurgeDocuments().handle(this.#config.retentionDays)
  }

  async #claimTraffic() {
    const { container } = this.app
    const { editorBucketOf } = await import('./editor/editor_traffic.js')
    const buckets = await container.make(RateBuckets)
    buckets.claim((request) => editorBucketOf(request, () => container.make(EditorSettings)))
  }

  get #config(): EditorConfig {
    return this.app.config.get<EditorConfig>('editor')
  }
}
