import { RuntimeException } from '@adonisjs/core/exceptions'

/*
 * What a plan says reaches code through one of these alone, one a context. None of them can end the context it stands
 * in, begin another, or look like a mark of the templates themselves.
 */

/** What nobody sees, or sees in another order than it is read. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu
/** How templates say where what they render goes. */
const MARK = /<(?=!--)/g
const WORD = /^[A-Za-z0-9][A-Za-z0-9_-]*$/
const IDENTIFIER = /^[A-Za-z_][A-Za-z0-9_]*$/
const PATH = /^(\/[a-z0-9-]+)+$/

/** A value as TypeScript writes it; prettier puts the quotes right. */
export function literal(value: unknown): string {
  return JSON.stringify(value).replace(UNSEEN, unicode).replace(MARK, unicode)
}

/** Text between the backticks of a template, where `${` begins nothing. */
export function templateText(text: string): string {
  return text
    .toWellFormed()
    .replace(/[`\\]|\$(?=\{)|\$$/g, '\\$&')
    .replace(UNSEEN, unicode)
    .replace(MARK, unicode)
}

/** A comment of one line. */
export function comment(text: string): string {
  return `/** ${oneLine(text).replace(/\*(?=\/)/g, '* ')} */`
}

/** Text in a line of its own, as in a comment or a heading. */
export function oneLine(text: string): string {
  return text.toWellFormed().replace(/\s+/g, ' ').replace(UNSEEN, '').replace(MARK, '< ').trim()
}

/** A name in TypeScript, or in SQL. */
export function identifier(name: string): string {
  return assertMatches(name, IDENTIFIER)
}

/** A name in kebab-case or snake_case, within quotes. */
export function word(name: string): string {
  return assertMatches(name, WORD)
}

/** A path of routes, within quotes. */
export function routePath(path: string): string {
  return assertMatches(path, PATH)
}

function assertMatches(text: string, pattern: RegExp): string {
  if (!pattern.test(text))
    throw new RuntimeException(`No code is made of ${JSON.stringify(text.slice(0, 60))}`)
  return text
}

function unicode(character: string): string {
  return character
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('')
}
