import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { currentOperator } from '#kernel/acting/main'
import MessagingAct, { type Action } from '../models/messaging_act.js'

export interface Noted {
  action: Action
  conversationId?: number
  title?: string | null
  userId?: number
}

/** Whoever acts did it; what is noted in the deed's own transaction is there when the deed is. */
export async function noteAct(noted: Noted, client?: TransactionClientContract): Promise<void> {
  await MessagingAct.create({ ...noted, operatorId: currentOperator().id }, { client })
}
