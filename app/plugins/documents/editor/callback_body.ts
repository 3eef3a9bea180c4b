import type { HttpRequest } from '@adonisjs/core/http'
import { HeldBodies } from '#kernel/http/held_bodies'
import { idParam } from '#kernel/http/params'
import type { OwnBody } from '#kernel/http/route_contract'
import type { Bucket } from '#kernel/state/request_gate'
import { E_EDITOR_TOKEN } from '../errors.js'
import { EditorSettings } from './editor_settings.js'
import { NOBODY } from './editor_tokens.js'

type Purpose = 'content' | 'callback' | 'source'

const ROUTE = /^\/app\/document\/(content|callback|source)\/([1-9]\d{0,9})$/

/** More than a document server does, and little enough to hold a token in check that got into other hands. */
const PER_SECOND: Record<Purpose, number> = { content: 200, source: 200, callback: 2_000 }

const MB = 1024 * 1024
const bodies = new HeldBodies(64 * MB)

/** Bodies of one document at a time: forced saves, the last one, and retries. */
const OF_DOCUMENT = 8
const IN_PASSING = 64 * 1024

/**
 * The document server calls for everybody from one address: with a token that verifies, a request is counted by the
 * token's purpose and user, and not by that address.
 */
export async function editorBucketOf(
  request: HttpRequest,
  settings: () => Promise<EditorSettings>
): Promise<Bucket | null> {
  const [, purpose, id] = ROUTE.exec(request.url()) ?? []
  if (!purpose) return null
  const named = purpose as Purpose
  const user = await userOf(request, named, Number(id), await settings())
  if (user === null) return null
  const whose = user === NOBODY.user ? `document:${id}` : user
  return { key: `editor:${named}:${whose}`, perSecond: PER_SECOND[named] }
}

/** The body of a callback is read once the token in its address verifies. It may hold a long history, twice. */
export const callbackBody: OwnBody = {
  limit: 10 * MB,
  async admit(ctx) {
    const settings = await ctx.containerResolver.make(EditorSettings)
    const id = idParam(ctx)
    if ((await userOf(ctx.request, 'callback', id, settings)) === null)
      throw new E_EDITOR_TOKEN(settings.off ?? (await faultOf(ctx.request, settings)))
    return bodies.admit([{ name: `document ${id}`, most: OF_DOCUMENT }], IN_PASSING)
  },
}

/** `null` without a token that verifies. */
async function userOf(
  request: HttpRequest,
  purpose: Purpose,
  documentId: number,
  { tokens }: EditorSettings
): Promise<number | null> {
  const { token } = request.qs()
  if (!tokens || typeof token !== 'string') return null
  return (await tokens[purpose](token, documentId))?.user ?? null
}

function faultOf(request: HttpRequest, { tokens }: EditorSettings): Promise<string> {
  const { token } = request.qs()
  return tokens!.faultOf('callback', typeof token === 'string' ? token : '')
}
