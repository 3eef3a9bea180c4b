import type { HttpRequest } from '@adonisjs/core/http'
import type { Bucket } from '#kernel/state/request_gate'
import type { OwnBody } from '#kernel/http/route_contract'
import { CallbackDoor, LONGEST_BODY } from './callback_door.js'
import type { EditorSettings } from '../editor/editor_settings.js'

type Purpose = 'content' | 'callback' | 'source'

const ROUTE = /^\/app\/document\/(content|callback|source)\/([1-9]\d{0,9})$/

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

/** Nothing of a body is read before it is known whose it is. */
export const callbackBody: OwnBody = {
  limit: LONGEST_BODY,
  async admit(ctx) {
    const door = await ctx.containerResolver.make(CallbackDoor)
    await door.admit(ctx)
  },
  async canDoWithout(ctx) {
    const door = await ctx.containerResolver.make(CallbackDoor)
    return door.canDoWithout(ctx)
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
