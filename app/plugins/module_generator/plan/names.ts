import string from '@adonisjs/core/helpers/string'

/** What things of a module are called, all made of its name in kebab-case. */
export interface ModuleNames {
  kebab: string
  snake: string
  camel: string
  pascal: string
  pluralKebab: string
  pluralSnake: string
  pluralCamel: string
  pluralPascal: string
  /** For sentences: `library book`. */
  words: string
  pluralWords: string
}

export function namesOf(kebab: string): ModuleNames {
  const words = kebab.split('-')
  const pluralWords = [...words.slice(0, -1), string.pluralize(words.at(-1)!)]
  return {
    kebab,
    snake: words.join('_'),
    camel: camel(words),
    pascal: pascal(words),
    pluralKebab: pluralWords.join('-'),
    pluralSnake: pluralWords.join('_'),
    pluralCamel: camel(pluralWords),
    pluralPascal: pascal(pluralWords),
    words: words.join(' '),
    pluralWords: pluralWords.join(' '),
  }
}

/** `publishedAt` → `published_at`; digits stay with the letters before them. */
export function snakeOf(name: string): string {
  return name.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase()
}

/** `publishedAt` → `Published at` */
export function labelOf(name: string): string {
  return capital(snakeOf(name).replaceAll('_', ' '))
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** `line_items` or `Line items` → `lineItems` */
export function camelOf(text: string): string {
  const words = text.split(/[^A-Za-z0-9]+/).filter((word) => word !== '')
  const [first = '', ...others] = words
  return lower(first) + others.map((word) => capital(lowered(word))).join('')
}

export function kebabOf(text: string): string {
  return text
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replace(/[^A-Za-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .toLowerCase()
}

export function singular(word: string): string {
  return string.singular(word)
}

function camel([first, ...others]: string[]): string {
  return first + others.map(capital).join('')
}

function pascal(words: string[]): string {
  return words.map(capital).join('')
}

/** `ISBN` → `isbn`, but `publishedAt` stays. */
function lowered(word: string): string {
  return word === word.toUpperCase() ? word.toLowerCase() : word
}

function lower(word: string): string {
  const plain = lowered(word)
  return plain.charAt(0).toLowerCase() + plain.slice(1)
}
