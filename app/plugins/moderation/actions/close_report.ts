import db from '@adonisjs/lucid/services/db'
import { currentOperator } from '#kernel/acting/main'
import { toStored } from '#kernel/database/main'
import { clock } from '#kernel/state/main'
import { E_REPORT_CLOSED } from '../errors.js'
import type { Outcome } from '../models/moderation_report.js'
import { reportListing } from '../queries/report_listing.js'
import { recordAct } from './record_act.js'

/** What came of a report; what else is done about it is done elsewhere. */
export class CloseReport {
  /** @throws E_NOT_FOUND for one out of reach or against oneself; E_REPORT_CLOSED */
  async handle(id: number, { outcome, note }: { outcome: Outcome; note?: string }): Promise<void> {
    const report = await reportListing.findOrFail(id, 'No such report')
    const { conversationId, seq, senderId: userId } = report
    const closed = { closed_by: currentOperator().id, closed_at: toStored(clock.now()) }
    await db.transaction(async (trx) => {
      const open = trx.query().from('moderation_reports').where({ id }).whereNull('closed_at')
      const changed = await open.update({ ...closed, outcome, note: note ?? null })
      if (Number(changed) === 0) throw new E_REPORT_CLOSED()
      await recordAct({ action: 'report_closed', conversationId, seq, userId }, trx)
    })
  }
}
