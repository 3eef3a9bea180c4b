import { inject } from '@adonisjs/core'
import app from '@adonisjs/core/services/app'
import { isConstraintConflict } from '#kernel/database/main'
import { spend } from '#kernel/rate_limit/main'
import { History } from '#plugins/messaging/main'
import { E_REPORT_REFUSED, E_REPORTED } from '../errors.js'
import ModerationReport from '../models/moderation_report.js'
import type { ModerationConfig } from '../moderation_config.js'

interface Reported {
  readonly conversationId: number
  readonly seq: number
  readonly reason: string
}

/** Whoever sees a message of somebody else reports it, once. */
@inject()
export class ReportMessage {
  constructor(private readonly history: History) {}

  /** @throws E_NOT_FOUND, E_REPORT_REFUSED, E_REPORTED, E_TOO_MANY_REQUESTS */
  async handle(reporterId: number, { conversationId, seq, reason }: Reported): Promise<void> {
    const message = await this.history.one(reporterId, conversationId, seq)
    const { actorId: senderId, contentType, content } = message
    if (senderId === null || senderId === reporterId || content === null)
      throw new E_REPORT_REFUSED()
    const place = { conversationId, seq, reporterId }
    if (await ModerationReport.query().where(place).first()) throw new E_REPORTED()
    await spendReport(reporterId)
    try {
      const said = { senderId, contentType: contentType!, content }
      await ModerationReport.create({ ...place, ...said, reason })
    } catch (error) {
      throw isConstraintConflict(error) ? new E_REPORTED() : error
    }
  }
}

function spendReport(userId: number): Promise<void> {
  const { reportsPerHour } = app.config.get<ModerationConfig>('moderation')
  const quota = {
    name: 'moderation:reports',
    most: reportsPerHour,
    duration: '1 hour',
    spent: 'You have reported as many messages as one may in an hour',
  }
  return spend(quota, userId)
}
