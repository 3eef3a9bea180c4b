/** What people are told, and the languages in which they are told it. */
export {
  type Language,
  LANGUAGES,
  LANGUAGE_TAGS,
  type Texts,
  type TextSources,
} from './language.js'
export { type Said, say, Text } from './text.js'
export { fromTextData, type TextData, toTextData } from './text_data.js'
export { type Sayable, translated } from './translated.js'
export { chooseLanguage, defaultLanguage, loadTranslations, translate } from './translations.js'
