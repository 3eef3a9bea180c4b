import { E_BAD_REQUEST, E_PAYLOAD_TOO_LARGE, E_VALIDATION } from '#kernel/errors/main'
import { assertPlainValues, DEEPEST } from '#kernel/contracts/main'
import { type Said, say } from '#kernel/languages/main'

export interface JsonBounds {
  /** Named members, over all depths. */
  names?: number
  /** Members and elements, over all depths. */
  members?: number
  /** Accepts texts that no database can store; the caller converts them. */
  anyText?: boolean
}

const NAMES = 1_000
const MEMBERS = 50_000

const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a]
const [OPEN_BRACKET, CLOSE_BRACKET] = [0x5b, 0x5d]
const [OPEN_BRACE, CLOSE_BRACE] = [0x7b, 0x7d]

const OBJECT_OR_ARRAY = /^[ \t\r\n]*[[{]/
/** Without one of these the text contains nothing that has to be searched for after parsing. */
const SUSPICIOUS = /\\u|__proto__|constructor/

/**
 * The object or array of a body. Names and elements are counted in its bytes before anything is parsed.
 *
 * @throws E_BAD_REQUEST for what is no JSON, E_PAYLOAD_TOO_LARGE for too many names or elements, E_VALIDATION for what is
 * nested too deeply or has texts that no database can store
 */
export function parseJson(bytes: Buffer, bounds: JsonBounds = {}): object {
  if (bytes.length === 0) return {}
  assertBounded(bytes, bounds)
  const text = bytes.toString('utf8').replace(/^\uFEFF/, '')
  if (!OBJECT_OR_ARRAY.test(text)) refuse('object', 'The body must be an object or an array')

  const value = parsed(text)
  if (!SUSPICIOUS.test(text)) return value
  removePrototypes(value)
  if (!bounds.anyText) assertPlainValues(value)
  return value
}

function assertBounded(bytes: Buffer, { names = NAMES, members = MEMBERS }: JsonBounds): void {
  let [foundNames, foundMembers, depth] = [0, 0, 0]
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]
    if (byte === QUOTE) at = endOfText(bytes, at)
    else if (byte === COMMA) foundMembers++
    else if (byte === COLON) foundNames++
    else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
      foundMembers++
      if (++depth > DEEPEST) refuse('depth', say`The body is nested more than ${DEEPEST} deep`)
    } else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) depth--
  }
  if (foundNames > names || foundMembers > members)
    throw new E_PAYLOAD_TOO_LARGE(say`The body has more than ${names} names or ${members} members`)
}

function endOfText(bytes: Buffer, start: number): number {
  let at = start + 1
  while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1
  return at
}

function refuse(rule: string, message: Said): never {
  throw new E_VALIDATION(undefined, { errors: [{ field: '', rule, message }] })
}

function parsed(text: string): object {
  try {
    return JSON.parse(text) as object
  } catch (error) {
    throw new E_BAD_REQUEST('The body is no JSON that can be read', { cause: error })
  }
}

/** Removes members that would change the prototype of a copy. */
function removePrototypes(value: object): void {
  Reflect.deleteProperty(value, '__proto__')
  if (Object.hasOwn(value, 'constructor') && hasPrototype(value.constructor))
    Reflect.deleteProperty(value, 'constructor')
  for (const member of Object.values(value))
    if (typeof member === 'object' && member !== null) removePrototypes(member as object)
}

function hasPrototype(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, 'prototype')
}
