import { subtle } from 'node:crypto'

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c]
const [OPEN_BRACKET, CLOSE_BRACKET, OPEN_BRACE, CLOSE_BRACE] = [0x5b, 0x5d, 0x7b, 0x7d]
const NAME = Buffer.from('"token"')
const DOT = 0x2e

/** Before its token the document server writes some short members, and none that grows. */
const LOOKED_THROUGH = 64 * 1024
const LONGEST_SEPARATOR = 64
const LONGEST_SIGNATURE = 64
const HMAC = { name: 'HMAC', hash: 'SHA-256' }

/** The token of a callback's body, found in its bytes without parsing them; `null` where none stands at its beginning. */
export function tokenIn(bytes: Buffer): Buffer | null {
  const end = Math.min(bytes.length, LOOKED_THROUGH)
  let depth = 0
  let isName = false
  for (let at = 0; at < end; at++) {
    const byte = bytes[at]
    if (byte === QUOTE) {
      const last = endOfText(bytes, at)
      const isToken = isName && depth === 1 && bytes.subarray(at, last + 1).equals(NAME)
      if (isToken) return textAfter(bytes, last + 1)
      isName = false
      at = last
    } else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
      isName = byte === OPEN_BRACE && ++depth === 1
      if (byte === OPEN_BRACKET) depth++
    } else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) depth--
    else if (byte === COMMA) isName = true
  }
  return null
}

/** Whether the bytes of a token are signed with a secret. What the token says is not looked at. */
export async function isSignedWith(secret: string, token: Buffer): Promise<boolean> {
  const dot = token.lastIndexOf(DOT)
  if (dot === -1 || token.length - dot > LONGEST_SIGNATURE) return false
  const key = await subtle.importKey('raw', Buffer.from(secret), HMAC, false, ['verify'])
  const signature = Buffer.from(token.toString('latin1', dot + 1), 'base64url')
  return subtle.verify(HMAC, key, signature, Uint8Array.from(token.subarray(0, dot)))
}

function endOfText(bytes: Buffer, start: number): number {
  let at = start + 1
  while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1
  return at
}

function textAfter(bytes: Buffer, start: number): Buffer | null {
  const between = /^\s*:\s*"/.exec(bytes.toString('latin1', start, start + LONGEST_SEPARATOR))
  if (!between) return null
  const first = start + between[0].length
  const end = bytes.indexOf(QUOTE, first)
  return end === -1 ? null : bytes.subarray(first, end)
}
