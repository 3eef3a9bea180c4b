import { tell } from '../../parts/tell'
import { t, type TextKey } from '../../texts'

const KNOWN: Readonly<Record<string, TextKey>> = {
  E_RECALL_REFUSED: 'messages.refused.recall',
  E_EDIT_REFUSED: 'messages.refused.edit',
  E_RECALLED: 'messages.refused.recalled',
  E_RECEIVER: 'messages.refused.receiver',
  E_NO_WRITING: 'messages.refused.noWriting',
  E_CONVERSATION_CLOSED: 'messages.refused.closed',
  E_NOT_FOUND: 'messages.refused.notFound',
  E_PINS_FULL: 'messages.refused.pins',
  E_REACTIONS_FULL: 'messages.refused.reactions',
  E_TOO_MANY_REQUESTS: 'messages.refused.tooMany',
  E_FILE_TYPE: 'messages.refused.fileType',
  E_FILE_UNSAFE: 'messages.refused.fileType',
  E_PAYLOAD_TOO_LARGE: 'messages.refused.fileSize',
  E_STORAGE_FULL: 'messages.refused.storage',
}

/** The reason of a refusal, translated where it is a known one. */
export function whyRefused({ reason, message }: { reason?: string; message: string }): string {
  const key = KNOWN[reason ?? '']
  return key ? t(key) : message
}

/** The error with the translated reason. With seconds to wait it stays as it is: they are counted down. */
export function explained(error: unknown): unknown {
  const { reason, retryAfter } = error as { reason?: string; retryAfter?: number }
  const key = retryAfter ? undefined : KNOWN[reason ?? '']
  return key ? new Error(t(key)) : error
}

/** Waits for a call and shows its error. Resolves to whether it succeeded. */
export async function attempt(work: Promise<unknown>): Promise<boolean> {
  try {
    await work
    return true
  } catch (error) {
    tell(explained(error))
    return false
  }
}
