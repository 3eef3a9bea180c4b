import { computed } from 'vue'
import { useRoute, useRouter } from 'vue-router'

export type ListState = ReturnType<typeof useListState>

/** What a list asks for, kept in the address: page, size, sort and filters. */
export function useListState(path: string, defaultSort = '') {
  const route = useRoute()
  const router = useRouter()
  let last: Record<string, string> = {}

  const query = computed<Record<string, string>>(() => {
    // A list in a tab behind keeps what it asked for.
    if (route.path === path)
      last = Object.fromEntries(
        Object.entries(route.query).map(([key, value]) => [key, String(value ?? '')])
      )
    return last
  })
  const change = (changes: Readonly<Record<string, string>>) => {
    const asked = Object.entries({ ...query.value, page: '', ...changes }).filter(([, one]) => one)
    return router.replace({ path, query: Object.fromEntries(asked) })
  }
  const filters = computed(() => {
    const { page, pageSize, sort, ...rest } = query.value
    return rest
  })
  return {
    page: computed(() => Number(query.value.page ?? 1)),
    pageSize: computed(() => Number(query.value.pageSize ?? 20)),
    sort: computed(() => query.value.sort ?? defaultSort),
    filters,
    isFiltered: computed(() => Object.keys(filters.value).length > 0),
    query,
    change,
    /** @param changes of page or size alone */
    turn: (changes: Readonly<Record<string, string>>) =>
      router.replace({ path, query: { ...query.value, ...changes } }),
    reset: () => router.replace({ path }),
    /** @param query instead of all that is asked for now */
    show: (asked: Readonly<Record<string, string>>) => router.replace({ path, query: asked }),
  }
}
