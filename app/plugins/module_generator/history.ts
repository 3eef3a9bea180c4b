import { randomUUID } from 'node:crypto'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { currentActing } from '#kernel/acting/main'
import type { Steps } from './applying/steps.js'
import type { WriteNote } from './applying/write_note.js'
import ModuleHistory from './models/module_history.js'

interface DraftEntry {
  milliseconds: number
  prompt: string
  answers: string[]
  /** `null` where no plan came of it. */
  planDigest: string | null
  promptTokens: number | null
  answerTokens: number | null
  cost: number | null
}

/** What a change of the tree is told by, once it is done. */
export interface ChangeAccount {
  changeId: string
  operatorId: number | null
  milliseconds: number
  report: unknown
}

/** Notes what a language model was asked, and by whom. */
export async function recordDraft(entry: DraftEntry): Promise<void> {
  const milliseconds = Math.round(entry.milliseconds)
  await ModuleHistory.create({
    ...entry,
    action: 'draft',
    moduleName: null,
    milliseconds,
    operatorId: whoever(),
  })
}

export function accountOf(steps: Steps, report: unknown): ChangeAccount {
  return {
    changeId: randomUUID(),
    operatorId: whoever(),
    milliseconds: steps.milliseconds,
    report,
  }
}

export async function wasRecorded(
  { account }: WriteNote,
  client: TransactionClientContract
): Promise<boolean> {
  return Boolean(await ModuleHistory.query({ client }).where('changeId', account.changeId).first())
}

/** Notes what was done with a module, in the transaction in which it is done. */
export async function recordChange(
  { action, name, plan, account }: WriteNote,
  client: TransactionClientContract
): Promise<void> {
  await ModuleHistory.create({ action, moduleName: name, plan, ...account }, { client })
}

function whoever(): number | null {
  const acting = currentActing()
  return acting.kind === 'operator' ? acting.operator.id : null
}
