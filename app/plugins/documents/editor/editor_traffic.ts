import type { HttpRequest } from '@adonisjs/core/http'
import type { Bucket } from '#kernel/state/request_gate'
import type { LargeBody } from '#kernel/http/route_contract'
import { EditorSettings } from './editor_settings.js'

type Purpose = 'content' | 'callback'

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

  const isGood = await hasGoodToken(request, purpose as Purpose, Number(id), await settings())
  return isGood ? { key: `editor:${id}`, perSecond: PER_SECOND } : null
}

/** Lets a callback with a long history in, and nobody else's large body. */
export const longHistory: LargeBody = {
  limit: '10mb',
  async from({ request, params, containerResolver }) {
    const settings = await containerResolver.make(EditorSettings)
    return hasGoodToken(request, 'callback', Number(params.id), settings)
  },
}

async function hasGoodToken(
  request: HttpRequest,
  purpose: Purpose,
  documentId: number,
  { tokens }: EditorSettings
): Promise<boolean> {
  const { token } = request.qs()
  if (!tokens || typeof token !== 'string') return false
  return (await tokens[purpose](token, documentId)) !== null
}
