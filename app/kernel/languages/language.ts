/** In which the service speaks to people. English is that of the sources; the others have translations. */
export const LANGUAGES = ['en', 'zh'] as const
export type Language = (typeof LANGUAGES)[number]

/** As HTTP and HTML name them. */
export const LANGUAGE_TAGS: Readonly<Record<Language, string>> = { en: 'en', zh: 'zh-CN' }

/** Translations, by the English text. */
export type Texts = Readonly<Record<string, string>>

/** Where the translations of a plugin, or of the kernel, are loaded from. */
export type TextSources = { readonly [Of in Exclude<Language, 'en'>]?: TextSource }
type TextSource = () => Promise<{ default: Texts }>
