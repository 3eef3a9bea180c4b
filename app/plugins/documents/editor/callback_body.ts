import type { HttpRequest } from '@adonisjs/core/http'
import { HeldBodies, idParam, type OwnBody } from '#kernel/http/main'
import type { Bucket } from '#kernel/rate_limit/main'
import { E_EDITOR_TOKEN } from '../errors.js'
import { EditorSettings } from './editor_settings.js'
import { NOBODY } from './editor_tokens.js'
import { urlToken } from './url_token.js'

type Purpose = 'content' | 'callback' | 'source'

const ROUTE = /^\/app\/document\/(content|callback|source)\/([1-9]\d{0,9})$/

/** More than a document server needs; it limits what a leaked token can do. */
const PER_SECOND: Record<Purpose, number> = { content: 200, source: 200, callback: 2_000 }

const MB = 1024 * 1024
const bodies = new HeldBodies(64 * MB)

const BODIES_PER_DOCUMENT = 8
const UNCOUNTED_BYTES = 64 * 1024

/**
 * All requests of the document server come from one IP address. A request with a valid token is counted for the user of
 * the token instead.
 */
export async function editorBucketOf(
  request: HttpRequest,
  settings: () => Promise<EditorSettings>
): Promise<Bucket | null> {
  const [, named, id] = ROUTE.exec(request.url()) ?? []
  if (!named) return null
  const purpose = named as Purpose
  const user = await userOf(request, purpose, Number(id), await settings())
  if (user === null) return null
  const owner = user === NOBODY.user ? `document:${id}` : user
  return { key: `editor:${purpose}:${owner}`, perSecond: PER_SECOND[purpose] }
}

/** The body is read after the token in the URL was verified. It may contain a long history, twice. */
export const callbackBody: OwnBody = {
  limit: 10 * MB,
  async admit(ctx) {
    const settings = await ctx.containerResolver.make(EditorSettings)
    const id = idParam(ctx)
    if ((await userOf(ctx.request, 'callback', id, settings)) === null)
      throw new E_EDITOR_TOKEN(
        settings.off ?? (await settings.tokens!.faultOf('callback', urlToken(ctx)))
      )
    return bodies.admit([{ name: `document ${id}`, most: BODIES_PER_DOCUMENT }], UNCOUNTED_BYTES)
  },
}

async function userOf(
  request: HttpRequest,
  purpose: Purpose,
  documentId: number,
  { tokens }: EditorSettings
): Promise<number | null> {
  const claims = await tokens?.[purpose](urlToken({ request }), documentId)
  return claims?.user ?? null
}
