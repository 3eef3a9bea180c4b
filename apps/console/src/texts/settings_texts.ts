import { currentLanguage, filled } from './index'
import * as en from './en_settings'
import * as zh from './zh_settings'

/** Both languages come with the pages that need them: the first view stays small. */
const texts = () => (currentLanguage.value === 'zh' ? zh : en)

/** As `t`, of the texts of settings and dictionaries. */
export function s(
  key: en.SettingsKey,
  values: Readonly<Record<string, string | number>> = {}
): string {
  return filled(texts().settings[key], values)
}

interface Described {
  key: string
  title: string
  description: string
}

/** In the language of the console, where it is known there. */
export function describedIn({ key, title, description }: Described) {
  const [ownTitle, ownDescription] = texts().titles[key] ?? [title, description]
  return { title: ownTitle, description: ownDescription }
}

export const groupTitle = (group: string): string => texts().groups[group] ?? group
