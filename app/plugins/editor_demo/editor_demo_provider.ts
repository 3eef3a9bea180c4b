import type { ApplicationService } from '@adonisjs/core/types'
import { Landing } from '#kernel/pages/main'

export default class EditorDemoProvider {
  constructor(protected app: ApplicationService) {}

  async boot() {
    if (this.app.inProduction) return
    const landing = await this.app.container.make(Landing)
    landing.add({
      href: 'editor/demo',
      title: 'Documents',
      description: 'A page to try the editor with, with versions, sharing and review',
    })
  }
}
