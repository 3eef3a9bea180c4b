import { computed, type Ref } from 'vue'
import type { Conversation } from '../../live/conversations'
import { pending } from '../../live/outbox'
import type { Thread } from './thread'

/** The user's messages that are not stored yet, without those that are among the lines already. */
export function useWaiting(
  { lines }: Thread,
  known: Readonly<Ref<Conversation | undefined>>,
  userId: number
) {
  const stored = computed(
    () =>
      new Set(
        lines.value
          .filter(({ actorId }) => actorId === userId)
          .map(({ clientMessageId }) => clientMessageId)
      )
  )
  return computed(() =>
    pending.value.filter(({ where, clientMessageId }) => {
      const { id, peer } = known.value ?? {}
      const isHere = 'to' in where ? where.to === peer?.id : where.conversationId === id
      return isHere && !stored.value.has(clientMessageId)
    })
  )
}
