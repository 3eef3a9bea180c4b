import { currentActing } from '#kernel/operator/acting'
import ModuleHistory, { type HistoryAction } from './models/module_history.js'

interface HistoryEntry {
  action: HistoryAction
  moduleName: string | null
  milliseconds: number
  plan?: unknown
  prompt?: string
  answers?: string[]
  report?: unknown
  promptTokens?: number | null
  answerTokens?: number | null
}

/** Notes what was done with a module, and by whom. */
export async function recordHistory(entry: HistoryEntry): Promise<void> {
  const acting = currentActing()
  const operatorId = acting.kind === 'operator' ? acting.operator.id : null
  await ModuleHistory.create({ ...entry, milliseconds: Math.round(entry.milliseconds), operatorId })
}
