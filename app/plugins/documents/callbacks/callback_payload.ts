import { E_BAD_REQUEST } from '#kernel/http/errors'
import { verifyFromEditor } from '../editor/editor_jwt.js'
import type { EditorSettings } from '../editor/editor_settings.js'
import { E_EDITOR_TOKEN } from '../errors.js'

/** What the document server says, as far as it is looked at. */
export interface CallbackPayload {
  key: string
  status: number
  url?: string
  changesUrl?: string
  fileType?: string
  history?: { serverVersion?: string; changes?: unknown }
  users: string[]
  actions: { type: number; userId: string }[]
  userdata?: string
  forceSaveType?: number
  notModified?: boolean
}

type Members = Record<string, unknown>

const BEARER = /^Bearer\s+(\S+)$/i

/**
 * Reads a callback from its signed form: the body's token first, the header's second. The plain members count only
 * where neither came and the settings allow it. With a long history the plain body and the header are shortened, so
 * the body's token is also the one that is complete.
 *
 * @throws E_EDITOR_TOKEN when a signed form does not verify, or is missing where it must not be; E_BAD_REQUEST
 */
export async function readCallback(
  body: unknown,
  authorization: string | undefined,
  settings: EditorSettings
): Promise<CallbackPayload> {
  const plain = isMembers(body) ? body : {}
  const inBody = await fromBody(plain, settings)
  const inHeader = await fromHeader(authorization, settings)
  const signed = inBody ?? inHeader
  if (signed) return toPayload(signed, E_EDITOR_TOKEN)

  if (settings.config.signedCallback === 'required') {
    throw new E_EDITOR_TOKEN('The callback is not signed; set the secret in the document server')
  }
  return toPayload(plain, E_BAD_REQUEST)
}

async function fromBody(body: Members, { secret }: EditorSettings): Promise<Members | null> {
  if (body.token === undefined || body.token === null) return null
  const claims = typeof body.token === 'string' ? await verifyFromEditor(secret, body.token) : null
  if (!claims) throw new E_EDITOR_TOKEN('The signature of the callback’s body does not verify')
  return claims
}

async function fromHeader(
  authorization: string | undefined,
  { secret }: EditorSettings
): Promise<Members | null> {
  const [, token] = BEARER.exec(authorization ?? '') ?? []
  if (token === undefined) return null
  const claims = await verifyFromEditor(secret, token)
  if (!isMembers(claims?.payload)) {
    throw new E_EDITOR_TOKEN('The signature of the callback’s header does not verify')
  }
  return claims.payload
}

/** Other tokens verify under the same secret, such as the one every viewer gets: none of them has a status. */
function toPayload(
  members: Members,
  Refusal: typeof E_EDITOR_TOKEN | typeof E_BAD_REQUEST
): CallbackPayload {
  const { key, status } = members
  if (typeof key !== 'string' || !Number.isInteger(status)) {
    throw new Refusal('The callback names no key and no status')
  }
  return {
    key,
    status: status as number,
    url: text(members.url),
    changesUrl: text(members.changesurl),
    fileType: text(members.filetype)?.toLowerCase(),
    history: isMembers(members.history) ? members.history : undefined,
    users: list(members.users).map(String),
    actions: list(members.actions)
      .filter(isMembers)
      .map(({ type, userid }) => ({ type: Number(type), userId: String(userid) })),
    userdata: text(members.userdata)?.slice(0, 128),
    forceSaveType: typeof members.forcesavetype === 'number' ? members.forcesavetype : undefined,
    notModified: members.notmodified === true,
  }
}

function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}
