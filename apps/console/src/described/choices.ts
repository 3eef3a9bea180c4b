import { computed, type ComputedRef } from 'vue'
import { useQuery } from '@tanstack/vue-query'
import { ask } from '../ask'
import { currentLanguage } from '../texts'
import type { Field } from './description'

export interface Choice {
  value: string
  label: string
  /** As CSS has it. */
  colour?: string
}

interface Dictionary {
  items: { value: string; labels: Record<string, string>; colour: string | null }[]
}

const DICTIONARIES = '/app/dictionaries'

/** The choices of a field; those of a dictionary as they are now, in the language of the console. */
export function useChoices(field: Field): ComputedRef<Choice[]> {
  const { dictionary: codes, choices = [] } = field
  if (!codes) return computed(() => choices)
  const { data } = useQuery({
    queryKey: [DICTIONARIES, codes],
    queryFn: () => ask<Dictionary[]>('get', DICTIONARIES, { query: { codes } }),
    staleTime: 60_000,
  })
  return computed(() =>
    (data.value?.[0]?.items ?? []).map(({ value, labels, colour }) => ({
      value,
      label: labels[currentLanguage.value] ?? labels['en'] ?? Object.values(labels)[0] ?? value,
      colour: colour ? (colour.startsWith('#') ? colour : `var(--el-color-${colour})`) : undefined,
    }))
  )
}
