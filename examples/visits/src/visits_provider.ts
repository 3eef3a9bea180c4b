import type { ApplicationService } from '@adonisjs/core/types'
import { removeEldest, Retention } from '#kernel/plugins/main'
import { retentionDays } from '#kernel/settings/main'
import { visitRetention } from './settings.js'

export default class VisitsProvider {
  constructor(protected app: ApplicationService) {}

  async boot() {
    const retention = await this.app.container.make(Retention)
    retention.keep({
      table: 'visits',
      days: retentionDays(visitRetention).visits,
      remove: (beforeMs, most) => removeEldest('visits', beforeMs, most),
    })
  }
}
