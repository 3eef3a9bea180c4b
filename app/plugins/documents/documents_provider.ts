import type { ApplicationService } from '@adonisjs/core/types'
import { RateBuckets } from '#kernel/rate_limit/rate_buckets'
import { FileHolders } from '#plugins/files/main'
import { EditorSettings, type EditorConfig } from './editor/editor_settings.js'

export default class DocumentsProvider {
  constructor(protected app: ApplicationService) {}

  register() {
    this.app.container.singleton(EditorSettings, () => {
      return new EditorSettings(this.app.config.get<EditorConfig>('editor'))
    })
  }

  async boot() {
    const { HOLDER, referencedFiles } = await import('./versions/holder.js')
    const holders = await this.app.container.make(FileHolders)
    holders.register(HOLDER, referencedFiles)
    await this.#claimTraffic()
  }

  async #claimTraffic() {
    const { editorBucketOf } = await import('./editor/editor_traffic.js')
    const buckets = await this.app.container.make(RateBuckets)
    buckets.claim(async (request) =>
      editorBucketOf(request, () => this.app.container.make(EditorSettings))
    )
  }
}
