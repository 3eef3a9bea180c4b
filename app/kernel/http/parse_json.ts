import { E_BAD_REQUEST, E_PAYLOAD_TOO_LARGE, E_VALIDATION } from '#kernel/errors/main'
import { assertPlainValues, DEEPEST } from '#kernel/contracts/main'

/** What a body holds at most, over all its depths. */
export interface JsonBounds {
  /** Members and elements. */
  members: number
  /** Named members: copying an object costs more for each of them than for an element. */
  names: number
  /** Accepts texts that no database can store; the caller converts them. */
  anyText?: boolean
}

/** Of a body that says nothing else. */
const USUAL: JsonBounds = { members: 50_000, names: 10_000 }

const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a]
const [OPEN_BRACKET, CLOSE_BRACKET] = [0x5b, 0x5d]
const [OPEN_BRACE, CLOSE_BRACE] = [0x7b, 0x7d]

const OBJECT_OR_ARRAY = /^[ \t\r\n]*[[{]/
/** Without one of these the text holds nothing that must be looked for in what was parsed. */
const SUSPICIOUS = /\\u|__proto__|constructor/

/**
 * The object or array that a body holds. What it may cost is bounded before it is parsed: its members are counted in
 * its bytes.
 *
 * @throws E_BAD_REQUEST for what is no JSON, E_PAYLOAD_TOO_LARGE for too many members, E_VALIDATION for what is nested
 * too deeply or holds text that no database keeps
 */
export function parseJson(bytes: Buffer, bounds = USUAL): object {
  if (bytes.length === 0) return {}
  assertBounded(bytes, bounds)
  const text = withoutMark(bytes.toString('utf8'))
  if (!OBJECT_OR_ARRAY.test(text)) refuse('object', 'The body must be an object or an array')

  const value = parsed(text)
  if (!SUSPICIOUS.test(text)) return value
  forgetPrototypes(value)
  if (!bounds.anyText) assertPlainValues(value)
  return value
}

function assertBounded(bytes: Buffer, most: JsonBounds): void {
  let members = 0
  let names = 0
  let depth = 0
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]
    if (byte === QUOTE) at = endOfText(bytes, at)
    else if (byte === COMMA) members++
    else if (byte === COLON) names++
    else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
      members++
      if (++depth > DEEPEST) refuse('depth', `The body is nested more than ${DEEPEST} deep`)
    } else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) depth--
  }
  if (members > most.members || names > most.names) {
    const bounds = `${most.members} members and ${most.names} names`
    throw new E_PAYLOAD_TOO_LARGE(`The body has more than ${bounds} in it`)
  }
}

function endOfText(bytes: Buffer, start: number): number {
  let at = start + 1
  while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1
  return at
}

function refuse(rule: string, message: string): never {
  throw new E_VALIDATION(undefined, { errors: [{ field: '', rule, message }] })
}

function withoutMark(text: string): string {
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text
}

function parsed(text: string): object {
  try {
    return JSON.parse(text) as object
  } catch (error) {
    throw new E_BAD_REQUEST('The body is no JSON that can be read', { cause: error })
  }
}

/** Removes `__proto__` members: code that copies members would change the prototype of the copy. */
function forgetPrototypes(value: object): void {
  Reflect.deleteProperty(value, '__proto__')
  if (Object.hasOwn(value, 'constructor') && isPrototypeBearer(value.constructor))
    Reflect.deleteProperty(value, 'constructor')
  for (const member of Object.values(value))
    if (typeof member === 'object' && member !== null) forgetPrototypes(member as object)
}

function isPrototypeBearer(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, 'prototype')
}
