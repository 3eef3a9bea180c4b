import type { HttpRequest } from '@adonisjs/core/http'
import type { Bucket } from '#kernel/state/request_gate'
import type { EditorSettings } from './editor_settings.js'

const ROUTE = /^\/app\/document\/(content|callback)\/([1-9]\d{0,9})$/

/** So much that nothing a document server does is refused, and that a token gone astray is still held in check. */
const PER_SECOND = 2_000

/**
 * The document server calls for everybody from one address, so with a token that is good it is counted by document
 * and not by that address.
 */
export async function editorBucketOf(
  request: HttpRequest,
  settings: () => Promise<EditorSettings>
): Promise<Bucket | null> {
  const [, purpose, id] = ROUTE.exec(request.url()) ?? []
  if (!purpose) return null

  const { tokens } = await settings()
  const { token } = request.qs()
  if (!tokens || typeof token !== 'string') return null
  const claims = await tokens[purpose as 'content' | 'callback'](token, Number(id))
  return claims && { key: `editor:${id}`, perSecond: PER_SECOND }
}
