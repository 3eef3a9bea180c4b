import { computed, ref, shallowRef } from 'vue'
import { stored } from '../stored'
import { en, type TextKey } from './en'

export type { TextKey }

export type Language = 'en' | 'zh'
export const LANGUAGES: Readonly<Record<Language, string>> = { en: 'English', zh: '中文' }

const preferred: Language = navigator.language.startsWith('zh') ? 'zh' : 'en'
const language = ref<Language>(stored.read('language', preferred))
const texts = shallowRef<Readonly<Record<TextKey, string>>>(en)
/** Texts of the components of Element Plus. */
export const components = shallowRef<object | undefined>()
export const currentLanguage = computed(() => language.value)

/** Loads the texts of a language and shows them. */
export async function useLanguage(chosen: Language): Promise<void> {
  if (chosen === 'zh') {
    const [own, theirs] = await Promise.all([
      import('./zh'),
      import('element-plus/es/locale/lang/zh-cn.mjs'),
    ])
    texts.value = own.zh
    components.value = theirs.default
  } else {
    texts.value = en
    components.value = undefined
  }
  language.value = chosen
  document.documentElement.lang = chosen === 'zh' ? 'zh-CN' : 'en'
  stored.write('language', chosen)
}

/** @param values by the names that stand in braces in the text */
export function t(key: TextKey, values: Readonly<Record<string, string | number>> = {}): string {
  return filled(texts.value[key], values)
}

export function filled(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''))
}

/** In the largest unit of which there is at least one. */
export function formatBytes(bytes: number): string {
  const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const
  const power = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), units.length - 1)
  return new Intl.NumberFormat(document.documentElement.lang, {
    style: 'unit',
    unit: units[power],
    unitDisplay: power === 0 ? 'long' : 'short',
    maximumFractionDigits: 1,
  }).format(bytes / 1000 ** power)
}

export const formatInstant = (instant: string | null): string =>
  instant
    ? new Intl.DateTimeFormat(document.documentElement.lang, {
        dateStyle: 'medium',
        timeStyle: 'short',
      }).format(new Date(instant))
    : ''
