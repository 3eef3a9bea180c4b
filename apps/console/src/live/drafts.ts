import { shallowReactive } from 'vue'
import { stored } from '../stored'

/** A text that is not sent yet. */
export interface KeptDraft {
  text: string
  /** `seq` of the message that it answers. */
  replyTo?: number
  /** Ids of the people who were chosen in the picker. */
  mentions?: number[]
}

const drafts = shallowReactive(new Map<string, KeptDraft>())
let prefix = ''

/** @param key id of a conversation, or `to-<id>` of a person whom one has not written to yet */
export const draftOf = (key: string): KeptDraft => drafts.get(key) ?? { text: '' }
/** Keys of all drafts. */
export const draftKeys = (): string[] => [...drafts.keys()]
export const hasDraft = (key: string): boolean => drafts.has(key)

export function keepDraft(key: string, draft: KeptDraft): void {
  if (draft.text.trim() === '' && draft.replyTo === undefined) {
    drafts.delete(key)
    return stored.remove(prefix + key)
  }
  drafts.set(key, draft)
  stored.write(prefix + key, draft)
}

export function loadDrafts(userId: number): void {
  prefix = `messages.draft.${userId}.`
  drafts.clear()
  for (const key of stored.keysAfter(prefix))
    drafts.set(key, stored.read<KeptDraft>(prefix + key, { text: '' }))
}
