import type { HttpRequest } from '@adonisjs/core/http'
import type { Bucket } from '#kernel/state/request_gate'
import type { OwnBody } from '#kernel/http/route_contract'
import type { EditorSettings } from '../editor/editor_settings.js'
import { NOBODY } from '../editor/editor_tokens.js'
import { E_EDITOR_TOKEN } from '../errors.js'
import { CallbackDoor, LONGEST_BODY } from './callback_door.js'
import { proofOf } from './callback_proof.js'
import { bucketOfUnproven } from './unproven_callbacks.js'

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
 * stands for and not by that address: purpose and whose configuration it was in, whatever documents they have opened.
 * Nobody's reading holds up another one's, nor a save. That a callback is the document server's shows by its signature alone.
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
  if (purpose === 'callback') return callbackBucketOf(request, Number(id), await settings())
  const bearer = await bearerOf(request, purpose, Number(id), await settings())
  if (bearer === null) return null
  return {
    key: `editor:${purpose}:${bearer === NOBODY.user ? `document:${id}` : bearer}`,
    perSecond,
  }
}

/** Of nobody is more read than it takes to know whose it is. */
export const callbackBody: OwnBody = {
  limit: LONGEST_BODY,
  async admit(ctx) {
    const door = await ctx.containerResolver.make(CallbackDoor)
    return door.admit(ctx)
  },
  async received(ctx) {
    const door = await ctx.containerResolver.make(CallbackDoor)
    await door.received(ctx)
  },
  async canDoWithout(ctx) {
    const door = await ctx.containerResolver.make(CallbackDoor)
    return door.canDoWithout(ctx)
  },
}

async function callbackBucketOf(
  request: HttpRequest,
  documentId: number,
  settings: EditorSettings
): Promise<Bucket | null> {
  try {
    const callback = await proofOf(request, documentId, settings)
    if (!callback.isSigned) return bucketOfUnproven(request, callback, settings)
    const { perSecond } = TRAFFIC.callback
    return { key: `editor:callback:${documentId}:${callback.user}`, perSecond }
  } catch (error) {
    if (error instanceof E_EDITOR_TOKEN) return null
    throw error
  }
}

/** `null` without a good token. */
async function bearerOf(
  request: HttpRequest,
  purpose: Exclude<Purpose, 'callback'>,
  documentId: number,
  { tokens }: EditorSettings
): Promise<number | null> {
  const { token } = request.qs()
  if (!tokens || typeof token !== 'string') return null
  return (await tokens[purpose](token, documentId))?.user ?? null
}
