import { inject } from '@adonisjs/core'
import db from '@adonisjs/lucid/services/db'
import type { Infer } from '@vinejs/vine/types'
import { currentOperator } from '#kernel/acting/main'
import { isConstraintConflict, toStored } from '#kernel/database/main'
import { Parameters } from '#kernel/parameters/main'
import { spend } from '#kernel/rate_limit/main'
import { clock } from '#kernel/state/main'
import { History } from '#plugins/messaging/main'
import { E_REPORT_CLOSED, E_REPORT_REFUSED, E_REPORTED } from '../errors.js'
import ModerationReport from '../models/moderation_report.js'
import { moderationParameters } from '../parameters.js'
import { reportListing } from '../queries/report_listing.js'
import type { outcomeValidator } from '../validators/moderation_validators.js'
import { recordAct } from './record_act.js'

interface Reported {
  readonly conversationId: number
  readonly seq: number
  readonly reason: string
}

/** Reports of messages, and what comes of them. */
@inject()
export class Reports {
  constructor(
    private readonly history: History,
    private readonly parameters: Parameters
  ) {}

  /**
   * Whoever sees a message of somebody else reports it, once.
   *
   * @throws E_NOT_FOUND, E_REPORT_REFUSED, E_REPORTED, E_TOO_MANY_REQUESTS
   */
  async make(reporterId: number, { conversationId, seq, reason }: Reported): Promise<void> {
    const message = await this.history.one(reporterId, conversationId, seq)
    const { actorId: senderId, contentType, content } = message
    if (senderId === null || senderId === reporterId || content === null)
      throw new E_REPORT_REFUSED()
    const place = { conversationId, seq, reporterId }
    if (await ModerationReport.query().where(place).first()) throw new E_REPORTED()
    await this.#spend(reporterId)
    try {
      const said = { senderId, contentType: contentType!, content }
      await ModerationReport.create({ ...place, ...said, reason })
    } catch (error) {
      throw isConstraintConflict(error) ? new E_REPORTED() : error
    }
  }

  /** Closes the report alone; removing the message or closing the group are calls of their own. @throws E_NOT_FOUND for one out of reach or against oneself; E_REPORT_CLOSED */
  async close(id: number, { outcome, note }: Infer<typeof outcomeValidator>): Promise<void> {
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

  async #spend(userId: number): Promise<void> {
    const most = await this.parameters.get(moderationParameters.reportsPerHour)
    const spent = 'You have reported as many messages as one may in an hour'
    await spend({ name: 'moderation:reports', most, duration: '1 hour', spent }, userId)
  }
}
