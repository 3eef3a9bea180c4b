import { computed, ref, watch, type Ref } from 'vue'
import { keepPreviousData, useQuery } from '@tanstack/vue-query'
import { ask, type Page, type Row } from '../ask'
import { holds } from '../session'
import { t } from '../texts'
import type { MenuLink } from './menu'

const PAUSE_MS = 200
const SHORTEST = 2
const MOST = 5

/** Documents whose title has the words, for whoever may list documents. */
export function useFoundDocuments(words: Readonly<Ref<string>>) {
  const keyword = ref('')
  let timer: number | undefined
  watch(words, (now) => {
    window.clearTimeout(timer)
    timer = window.setTimeout(() => (keyword.value = now.trim()), PAUSE_MS)
  })
  const isWanted = computed(
    () => keyword.value.length >= SHORTEST && holds('document:document:list')
  )
  const list = useQuery({
    queryKey: ['/app/document', 'found', keyword],
    queryFn: ({ signal }) => {
      const query = { keyword: keyword.value, pageSize: MOST, count: 'none' }
      return ask<Page<Row>>('get', '/app/document', { query, signal })
    },
    enabled: isWanted,
    placeholderData: keepPreviousData,
  })
  return computed<MenuLink[]>(() =>
    (isWanted.value ? (list.data.value?.items ?? []) : []).map(({ id, title, fileType }) => ({
      path: `/documents/documents/${id}`,
      title: `${title}.${fileType}`,
      icon: 'document',
      trail: [t('documents.title')],
      name: `document-${id}`,
    }))
  )
}
