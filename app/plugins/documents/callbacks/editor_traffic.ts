import type { HttpRequest } from '@adonisjs/core/http'
import type { Bucket } from '#kernel/state/request_gate'
import type { OwnBody } from '#kernel/http/route_contract'
import { CallbackDoor, LONGEST_BODY } from './callback_door.js'
import type { EditorSettings } from '../editor/editor_settings.js'

type Purpose = 'content' | 'callback' | 'source'

const ROUTE = /^\/app\/document\/(content|callback|source)\/([1-9]\d{0,9})$/

const READING = ['GET', 'HEAD']

/** So much that nothing a document server does is refused, and that a token gone astray is still held in check. */
const TRAFFIC: Record<Purpose, { methods: readonly string[]; perSecond: number }> = {
  content: { methods: READING, perSecond: 200 },
  source: { methods: READING, perSecond: 200 },
  callback: { methods: ['POST'], perSecond: 2_000 },
}

/**
 * The document server calls for everybody from one address, so with a token that is good it is counted by what it
 * stands for and not by that address: document, purpose and whose configuration it was in. Nobody's reading holds up
 * another one's, nor a save.
 */
export async function editorBucketOf(
  request: HttpRequest,
  settings: () => Promise<EditorSettings>
): Promise<Bucket | null> {
  const [, named, id] = ROUTE.exec(request.url()) ?? []
  if (!named) return null

  const purpose = named as Purpose
  const { methods, perSecond } = TRAFFIC[purpose]
  if (!methods.includes(request.method())) return null
  const bearer = await bearerOf(request, purpose, Number(id), await settings())
  return bearer === null ? null : { key: `editor:${purpose}:${id}:${bearer}`, perSecond }
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

/** `null` without a good token. */
async function bearerOf(
  request: HttpRequest,
  purpose: Purpose,
  documentId: number,
  { tokens }: EditorSettings
): Promise<number | null> {
  const { token } = request.qs()
  if (!tokens || typeof token !== 'string') return null
  return (await tokens[purpose](token, documentId))?.user ?? null
}
