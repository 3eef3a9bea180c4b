import type { I18n, I18nManager } from '@adonisjs/i18n'
import { LRUCache } from 'lru-cache'
import { LANGUAGES, type Language, type Texts, type TextSources } from './language.js'
import { filled, Text, type Said } from './text.js'

type Emitter = ConstructorParameters<typeof I18nManager>[0]

interface Loaded {
  manager: I18nManager
  translators: ReadonlyMap<string, I18n>
}

/** What is beyond is not looked at: browsers send less, and long lists take long. */
const LONGEST_HEADER = 200

const KERNEL: TextSources = { zh: () => import('./zh.js') }

/** What clients send as `Accept-Language` is of few kinds. */
const known = new LRUCache<string, Language>({ max: 500 })
/** Nothing but values and what stands between them. */
const WORDLESS = /^\P{L}*$/u

let loaded: Loaded | undefined

/** Loads the translations of the kernel and of plugins; until then everything is said in English. */
export async function loadTranslations(
  sources: readonly TextSources[],
  { emitter, usual }: { emitter: Emitter; usual: Language }
): Promise<void> {
  const { I18nManager } = await import('@adonisjs/i18n')
  const manager = new I18nManager(emitter, {
    defaultLocale: usual,
    supportedLocales: [usual, ...LANGUAGES.filter((language) => language !== usual)],
    formatter: () => ({
      name: 'chancery',
      format: (message, _, data) => filled(message, data ?? {}),
    }),
    loaders: [() => ({ load: () => textsOf(sources) })],
  })
  await manager.loadTranslations()
  const translated = LANGUAGES.filter((language) => language !== 'en')
  const translators = new Map(translated.map((language) => [language, manager.locale(language)]))
  known.clear()
  loaded = { manager, translators }
}

async function textsOf(sources: readonly TextSources[]): Promise<Record<string, Texts>> {
  const all: Record<string, Texts> = {}
  for (const texts of [KERNEL, ...sources])
    for (const [language, load] of Object.entries(texts))
      all[language] = { ...all[language], ...(await load()).default }
  return all
}

/** A text in a language; in English where it has no translation. */
export function translate(said: Said, language: Language): string {
  const translator = loaded?.translators.get(language)
  if (!translator) return String(said)
  const [key, values] = typeof said === 'string' ? [said, {}] : [said.template, said.values]
  if (Object.hasOwn(translator.localeTranslations, key))
    return translator.t(key, valuesIn(values, language))
  return WORDLESS.test(key) ? filled(key, valuesIn(values, language)) : String(said)
}

function valuesIn(values: Text['values'], language: Language): Record<string, unknown> {
  const entries = Object.entries(values).map(([name, value]) => [name, valueIn(value, language)])
  return Object.fromEntries(entries)
}

function valueIn(value: unknown, language: Language): unknown {
  if (Array.isArray(value)) return value.map((one) => valueIn(one, language))
  return value instanceof Text ? translate(value, language) : value
}

/** That of `DEFAULT_LANGUAGE`. */
export const defaultLanguage = (): Language => (loaded?.manager.defaultLocale as Language) ?? 'en'

/**
 * The language in which a person is spoken to.
 *
 * @param own as they have set it
 * @param accepted the header `Accept-Language` of their request
 */
export function chooseLanguage(own?: Language | null, accepted?: string): Language {
  if (own) return own
  if (!accepted) return defaultLanguage()
  const header = accepted.slice(0, LONGEST_HEADER)
  const chosen = known.get(header) ?? negotiate(header)
  known.set(header, chosen)
  return chosen
}

/** By languages alone: a region is wished for, and none is offered. */
function negotiate(accepted: string): Language {
  const languages = accepted.replaceAll(/\b([a-z]{2,3})-[\w-]+/gi, '$1')
  return (loaded?.manager.getSupportedLocaleFor(languages) as Language | null) ?? defaultLanguage()
}
