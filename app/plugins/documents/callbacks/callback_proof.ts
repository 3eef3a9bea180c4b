import type { HttpRequest } from '@adonisjs/core/http'
import { isSignedInBody, isSignedInHeader } from '../editor/callback_payload.js'
import type { EditorSettings } from '../editor/editor_settings.js'
import type { SignedCallbackClaims } from '../editor/editor_tokens.js'
import { E_EDITOR_TOKEN } from '../errors.js'
import { isSignedWith, tokenIn } from './body_token.js'
import { READ_IN_PASSING, type CallbackBody } from './read_callback_body.js'

/** What a callback shows before its body is read: the claims of its address, and whether its header signs it. */
export type CallbackProof = SignedCallbackClaims & { isSigned: boolean }

const proofs = new WeakMap<HttpRequest, Promise<CallbackProof>>()

/**
 * Found out once for each request, however many ask.
 *
 * @throws E_EDITOR_TOKEN without a good address, and where the header's signature is wrong
 */
export function proofOf(
  request: HttpRequest,
  documentId: number,
  settings: EditorSettings
): Promise<CallbackProof> {
  const known = proofs.get(request)
  if (known) return known
  const proof = find(request, documentId, settings)
  proofs.set(request, proof)
  return proof
}

/** Whether the document server has signed the body; of a long one what it says is not looked at yet. */
export async function provenInBody(
  bytes: Buffer,
  { key }: Pick<CallbackProof, 'key'>,
  settings: EditorSettings
): Promise<boolean> {
  const token = tokenIn(bytes)
  if (!token) return false
  if (token.length > READ_IN_PASSING) return isSignedWith(settings.secret, token)
  return isSignedInBody(token.toString('latin1'), key, settings)
}

/** Of a callback that was read: whether the document server has signed it, in either place. */
export async function isProven(
  { bytes, authorization, key }: CallbackBody,
  settings: EditorSettings
): Promise<boolean> {
  if (await isSignedInHeader(authorization, key, settings)) return true
  return provenInBody(bytes, { key }, settings)
}

async function find(
  request: HttpRequest,
  documentId: number,
  settings: EditorSettings
): Promise<CallbackProof> {
  const { tokens, off } = settings
  if (!tokens) throw new E_EDITOR_TOKEN(off!)
  const { token } = request.qs()
  const text = typeof token === 'string' ? token : ''
  const claims = await tokens.callback(text, documentId)
  if (!claims) throw new E_EDITOR_TOKEN(await tokens.faultOf('callback', text))
  const isSigned = await isSignedInHeader(request.header('authorization'), claims.key, settings)
  return { ...claims, isSigned }
}
