import { computed } from 'vue'
import { useQuery } from '@tanstack/vue-query'
import { ask } from './ask'

export const PUBLIC_SETTINGS = ['/app/settings/public'] as const

/** What administrators say of the application; without the plugin of settings what it is called anyway. */
export function useApplication() {
  const { data } = useQuery({
    queryKey: PUBLIC_SETTINGS,
    queryFn: () => ask<Record<string, unknown>>('get', PUBLIC_SETTINGS[0]),
    retry: false,
  })
  return {
    name: computed(() => String(data.value?.['application.name'] || 'Chancery')),
    announcement: computed(() => String(data.value?.['application.announcement'] ?? '').trim()),
  }
}
