import type { ApplicationService } from '@adonisjs/core/types'
import { Landing } from '#kernel/pages/main'

export default class ConsoleProvider {
  constructor(protected app: ApplicationService) {}

  async boot() {
    if (!this.app.config.get<boolean>('console.enabled')) return
    const landing = await this.app.container.make(Landing)
    landing.home = 'console/'
  }
}
