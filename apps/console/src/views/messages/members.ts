import { computed, onScopeDispose, ref, shallowReactive, watch } from 'vue'
import { useQuery } from '@tanstack/vue-query'
import { messagingMembersIndex, type Answered } from '@chancery/http-client'
import { learn } from '../../live/people'
import { onLive } from '../../live/live'
import { chancery } from '../../service'

export type Member = Answered<Awaited<ReturnType<typeof messagingMembersIndex>>>['items'][number]
export type Members = ReturnType<typeof useMembers>

const PAGE = 200

/** Members of a conversation and their read marks. Large groups are loaded page by page. */
export function useMembers(conversationId: number, ownId: number, isIn: () => boolean) {
  const pages = ref(1)
  const readSeqs = shallowReactive(new Map<number, number>())

  const query = useQuery({
    queryKey: ['/app/im/conversations', conversationId, 'members', pages],
    queryFn: () => read(pages.value),
    enabled: isIn,
    placeholderData: (before) => before,
  })
  const all = computed(() => query.data.value?.items ?? [])
  const total = computed(() => query.data.value?.total ?? 0)

  async function read(count: number) {
    const items: Member[] = []
    let known = 0
    for (let page = 1; page <= count; page++) {
      const of = { path: { id: conversationId }, query: { page, pageSize: PAGE } }
      const answer = await chancery.call(messagingMembersIndex, of)
      items.push(...answer.items)
      known = answer.total ?? items.length
    }
    learn(items.map(({ person }) => person))
    return { items, total: known }
  }

  watch(all, (members) => {
    for (const { userId, readSeq } of members) raise(userId, readSeq)
  })
  const raise = (userId: number, seq: number) =>
    readSeqs.set(userId, Math.max(seq, readSeqs.get(userId) ?? 0))

  const marksOfOthers = computed(() =>
    [...readSeqs]
      .flatMap(([id, seq]) => (id === ownId ? [] : seq))
      .sort((one, other) => other - one)
  )
  /** How many others have read up to a `seq`. */
  function readersOf(seq: number): number {
    const first = marksOfOthers.value.findIndex((mark) => mark < seq)
    return first < 0 ? marksOfOthers.value.length : first
  }

  const stops = [
    onLive('read', (frame) => {
      if (frame.conversationId === conversationId) raise(frame.userId, frame.seq)
    }),
    onLive('message', ({ conversationId: id, actorId, seq }) => {
      if (id === conversationId && actorId) raise(actorId, seq)
    }),
    onLive('members', (line) => {
      if (line.conversationId === conversationId && isIn()) void query.refetch()
    }),
  ]
  onScopeDispose(() => stops.forEach((stop) => stop()))

  return {
    ...{ query, all, total, readersOf },
    more: () => void pages.value++,
    loadAll: () => (pages.value = Math.max(pages.value, Math.ceil(total.value / PAGE))),
  }
}
