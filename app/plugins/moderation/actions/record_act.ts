import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { currentOperator } from '#kernel/acting/main'
import ModerationAct, { type Action } from '../models/moderation_act.js'

export interface Act {
  readonly action: Action
  readonly conversationId?: number
  readonly conversationName?: string | null
  readonly seq?: number
  readonly userId?: number | null
}

/** By whoever acts. Recorded in the transaction of the act, it is there when the act is. */
export async function recordAct(act: Act, client?: TransactionClientContract): Promise<void> {
  await ModerationAct.create({ ...act, operatorId: currentOperator().id }, { client })
}
