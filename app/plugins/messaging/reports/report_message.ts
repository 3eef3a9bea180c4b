import { inject } from '@adonisjs/core'
import { isConstraintConflict } from '#kernel/database/main'
import { E_REPORT_REFUSED, E_REPORTED } from '../errors.js'
import MessageReport from '../models/message_report.js'
import { History } from '../queries/history.js'
import { spendReport } from '../rosters/quotas.js'

interface Place {
  readonly conversationId: number
  readonly seq: number
}

/** Who may see a message of somebody else reports it, once. */
@inject()
export class ReportMessage {
  constructor(private readonly history: History) {}

  /** @throws E_NOT_FOUND, E_REPORT_REFUSED, E_REPORTED, E_TOO_MANY_REQUESTS */
  async handle(reporterId: number, { conversationId, seq }: Place, reason: string): Promise<void> {
    const { senderId } = await this.history.one(reporterId, conversationId, seq)
    if (senderId === null || senderId === reporterId) throw new E_REPORT_REFUSED()
    const report = { conversationId, seq, reporterId }
    if (await MessageReport.query().where(report).first()) throw new E_REPORTED()
    await spendReport(reporterId)
    try {
      await MessageReport.create({ ...report, senderId, reason })
    } catch (error) {
      throw isConstraintConflict(error) ? new E_REPORTED() : error
    }
  }
}
