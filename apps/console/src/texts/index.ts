import { computed, ref, shallowReactive, shallowRef } from 'vue'
import { stored } from '../stored'
import type { texts as documents } from './en_documents'
import type { texts as messages } from './en_messages'
import type { texts as messaging } from './en_messaging'
import type { texts as moderation } from './en_moderation'
import type { texts as settings } from './en_settings'
import type { TextKey as CommonKey } from './en'

/** Whose texts are loaded with their first page. */
interface Areas {
  documents: typeof documents
  messages: typeof messages
  messaging: typeof messaging
  moderation: typeof moderation
  settings: typeof settings
}

export type Area = keyof Areas
export type TextKey = CommonKey | { [One in Area]: keyof Areas[One] }[Area]

export type Language = 'en' | 'zh'
export const LANGUAGES: Readonly<Record<Language, string>> = { en: 'English', zh: '中文' }

type Texts = Readonly<Partial<Record<TextKey, string>>>

const common = {
  en: () => import('./en').then(({ en }) => en),
  zh: () => import('./zh').then(({ zh }) => zh),
}
const ofAreas = import.meta.glob<Texts>(
  './{en,zh}_{documents,messages,messaging,moderation,settings}.ts',
  {
    import: 'texts',
  }
)

const preferred: Language = navigator.language.startsWith('zh') ? 'zh' : 'en'
const language = ref<Language>(stored.read('language', preferred))
/** The language that is being loaded, or is shown. */
let wanted = language.value
const texts = shallowReactive<Record<Language, Texts>>({ en: {}, zh: {} })
const areas = new Set<Area>()
/** Texts of the components of Element Plus. */
export const components = shallowRef<object | undefined>()
export const currentLanguage = computed(() => language.value)

/** Loads the texts of a language and shows them. */
export async function useLanguage(chosen: Language): Promise<void> {
  wanted = chosen
  const [own, theirs] = await Promise.all([
    common[chosen](),
    chosen === 'zh' ? import('element-plus/es/locale/lang/zh-cn.mjs') : undefined,
    ...[...areas].map((area) => loadArea(area, chosen)),
  ])
  if (wanted !== chosen) return
  texts[chosen] = { ...texts[chosen], ...own }
  components.value = theirs?.default
  language.value = chosen
  document.documentElement.lang = chosen === 'zh' ? 'zh-CN' : 'en'
  stored.write('language', chosen)
}

/** For the router: a page with the texts of its area. */
export function withTexts<View>(area: Area, load: () => Promise<View>): () => Promise<View> {
  return async () => {
    areas.add(area)
    const [view] = await Promise.all([load(), loadArea(area, wanted)])
    return view
  }
}

async function loadArea(area: Area, of: Language): Promise<void> {
  const loaded = await textsOf(area, of)
  texts[of] = { ...texts[of], ...loaded }
}

const textsOf = (area: Area, of: Language): Promise<Texts> => ofAreas[`./${of}_${area}.ts`]!()

/** @param values by the names that stand in braces in the text */
export function t(key: TextKey, values: Readonly<Record<string, string | number>> = {}): string {
  const text = texts[language.value][key] ?? key
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
