import type { ApplicationService } from '@adonisjs/core/types'
import { toStored } from '#kernel/database/main'
import { PersonalData, Retention, type ErasedPerson } from '#kernel/plugins/main'
import type { ModerationConfig } from './moderation_config.js'

const REPORTS = 'moderation_reports'

export default class ModerationProvider {
  constructor(protected app: ApplicationService) {}

  async boot() {
    const { container, config } = this.app
    const { reportDays: days } = config.get<ModerationConfig>('moderation')
    const retention = await container.make(Retention)
    retention.keep({ table: REPORTS, days, remove: removeClosedReports })
    const personal = await container.make(PersonalData)
    personal.hold({ plugin: 'moderation', erase: eraseReports })
  }
}

/** Open ones stay. */
async function removeClosedReports(beforeMs: number, most: number): Promise<number> {
  const { default: db } = await import('@adonisjs/lucid/services/db')
  const reports = () => db.from('moderation_reports')
  const closed = reports().where('closed_at', '<', toStored(beforeMs)).orderBy('closed_at')
  const ids = (await closed.limit(most).select('id')).map(({ id }) => Number(id))
  if (ids.length > 0) await reports().whereIn('id', ids).delete()
  return ids.length
}

/** Those that they made, and those of what they wrote. */
async function eraseReports({ id }: ErasedPerson): Promise<void> {
  const { default: db } = await import('@adonisjs/lucid/services/db')
  await db.from('moderation_reports').where('reporter_id', id).orWhere('sender_id', id).delete()
}
