import type { HttpContext, HttpRequest } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'
import { idParam } from '#kernel/http/main'
import type { Bucket } from '#kernel/rate_limit/main'
import { E_EDITOR_TOKEN } from '../errors.js'
import { EditorSettings } from './editor_settings.js'
import { NOBODY } from './editor_tokens.js'
import { urlToken } from './url_token.js'

type Purpose = 'content' | 'callback' | 'source'

const ROUTE = /^\/app\/document\/(content|callback|source)\/([1-9]\d{0,9})$/

/** More than a document server needs; it limits what a leaked token can do. */
const PER_SECOND: Record<Purpose, number> = { content: 200, source: 200, callback: 2_000 }

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

/**
 * Middleware of the callback's route, which verifies the token in the URL before the body is read.
 *
 * @throws E_EDITOR_TOKEN
 */
export async function verifyCallbackToken(ctx: HttpContext, next: NextFn) {
  const settings = await ctx.containerResolver.make(EditorSettings)
  const user = await userOf(ctx.request, 'callback', idParam(ctx), settings)
  if (user !== null) return next()
  throw new E_EDITOR_TOKEN(
    settings.off ?? (await settings.tokens!.faultOf('callback', urlToken(ctx)))
  )
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
