import type { EditorConfiguration } from './configuration.js'
import { signToken } from './tokens.js'

/**
 * With what a page comes back whose connection broke: the document server gives whoever comes in a token of its own, which
 * lets the page in again, for days and without asking the host.
 *
 * @param now milliseconds, by the document server's clock
 */
export function cameBack<T extends EditorConfiguration>(config: T, secret: string, now: number): T {
  const { type, documentType, document, editorConfig } = config
  const claims = { type, documentType, document, editorConfig }
  return { ...config, token: signToken(claims, secret, now) }
}
