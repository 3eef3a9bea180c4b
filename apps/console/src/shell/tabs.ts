import { ref, watch } from 'vue'

export interface Tab {
  /** With its query: a list comes back as it was left. */
  fullPath: string
  path: string
  title: string
}

const KEY = 'chancery.console.tabs'
const MOST = 12

export const tabs = ref<Tab[]>(JSON.parse(sessionStorage.getItem(KEY) ?? '[]') as Tab[])

watch(tabs, (kept) => sessionStorage.setItem(KEY, JSON.stringify(kept)), { deep: true })

/** Opens or updates the tab of a path; the oldest closes where there are too many. */
export function keepTab(tab: Tab): void {
  const open = tabs.value.find(({ path }) => path === tab.path)
  if (open) Object.assign(open, tab)
  else tabs.value = [...tabs.value, tab].slice(-MOST)
}

/** @returns where to go when it was the tab in front */
export function closeTab(path: string): string {
  const at = tabs.value.findIndex((tab) => tab.path === path)
  tabs.value = tabs.value.filter((tab) => tab.path !== path)
  return (tabs.value[at] ?? tabs.value[at - 1])?.fullPath ?? '/'
}
