import { E_BAD_REQUEST, E_VALIDATION } from '#kernel/http/errors'
import { parseJson } from '#kernel/http/parse_json'
import { readFromEditor, type Signature, type SignatureFault } from './editor_jwt.js'
import type { EditorConfig } from './editor_settings.js'
import { E_EDITOR_TOKEN } from '../errors.js'
import { ALGORITHM_REMEDY, TAKEN_ALGORITHM } from './other_algorithm.js'
import { storable, storableHistory, storableId, storableIds } from './storable_texts.js'

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
  /** When something of what was saved was changed last: milliseconds by the document server's clock. */
  lastSave?: number
  /** With a submitted form. */
  formsDataUrl?: string
  /** Of a last save; not there where nothing was sent to be changed since somebody came. A hint, and not a proof. */
  notModified?: boolean
  /** It is a letter that is merged while people edit, or could not be. */
  isMailMerge?: boolean
  /** It came past the document server, which says that the editor has encrypted it. */
  isEncrypted?: boolean
}

/** Which signatures are believed, and whether there must be one. */
export interface CallbackTrust {
  readonly secret: string
  readonly config: Pick<EditorConfig, 'signedCallback'>
}

type Members = Record<string, unknown>

const LONGEST_USERDATA = 128
const LONGEST_FILE_TYPE = 16

/** Each is written down. Nobody's save is refused for more: whoever is not seen to leave is asked about later. */
const MOST_ACTIONS = 100

const BEARER = /^Bearer\s+(\S+)$/i

/**
 * Reads a callback from its signed form: the body's token first, the header's second. The plain members count only
 * where neither came and the settings allow it. With a long history the plain body and the header are shortened, so
 * the body's token is also the one that is complete.
 *
 * @throws E_EDITOR_TOKEN when a signed form does not verify, or is missing where it must not be; E_BAD_REQUEST
 */
export async function readCallback(
  body: Buffer,
  authorization: string | undefined,
  settings: CallbackTrust
): Promise<CallbackPayload> {
  const plain = membersIn(body)
  const inBody = await fromBody(plain, settings)
  const inHeader = await fromHeader(authorization, settings)
  const signed = inBody ?? inHeader
  if (signed) return toPayload(signed, E_EDITOR_TOKEN)

  if (settings.config.signedCallback === 'required') refuseUnsigned()
  return toPayload(plain, E_BAD_REQUEST)
}

/** Whoever reads the texts makes them fit, and the length of the body is bounded. */
const UNBOUNDED = { members: Infinity, names: Infinity, anyText: true }

/** @throws E_BAD_REQUEST */
function membersIn(body: Buffer): Members {
  try {
    const parsed = parseJson(body, UNBOUNDED)
    return isMembers(parsed) ? parsed : {}
  } catch (error) {
    if (error instanceof E_VALIDATION) throw new E_BAD_REQUEST(error.message, { cause: error })
    throw error
  }
}

function refuseUnsigned(): never {
  throw new E_EDITOR_TOKEN('The callback is not signed; set the secret in the document server')
}

/** What has expired is of the right secret, and what is by another algorithm may be. */
function refuseFor(fault: SignatureFault, part: 'body' | 'header'): never {
  throw new E_EDITOR_TOKEN(`The signature of the callback’s ${part} ${whatOf(fault)}`)
}

function whatOf(fault: SignatureFault): string {
  if (fault === 'expired') return 'has expired; set the clocks of both machines'
  if (fault === 'wrong') return 'is wrong; set the same secret here and in the document server'
  return `is by ${fault}, and ${TAKEN_ALGORITHM} alone is taken; set ${ALGORITHM_REMEDY}`
}

async function fromBody(
  body: Members,
  { secret }: Pick<CallbackTrust, 'secret'>
): Promise<Members | null> {
  if (body.token === undefined || body.token === null) return null
  const token = typeof body.token === 'string' ? body.token : ''
  return genuine(await readFromEditor(secret, token), 'body')
}

async function fromHeader(
  authorization: string | undefined,
  { secret }: Pick<CallbackTrust, 'secret'>
): Promise<Members | null> {
  const token = bearerIn(authorization)
  if (token === null) return null
  const { payload } = genuine(await readFromEditor(secret, token), 'header')
  if (!isMembers(payload)) throw new E_EDITOR_TOKEN('The callback’s header signs no callback')
  return payload
}

export function bearerIn(authorization: string | undefined): string | null {
  return BEARER.exec(authorization ?? '')?.[1] ?? null
}

/** @throws E_EDITOR_TOKEN */
function genuine({ claims, fault }: Signature, part: 'body' | 'header'): Members {
  return claims ?? refuseFor(fault, part)
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
    fileType: storable(text(members.filetype) ?? '', LONGEST_FILE_TYPE).toLowerCase() || undefined,
    history: isMembers(members.history) ? storableHistory(members.history) : undefined,
    users: storableIds(list(members.users)),
    actions: list(members.actions)
      .slice(0, MOST_ACTIONS)
      .filter(isMembers)
      .map(({ type, userid }) => ({ type: Number(type), userId: storableId(userid) })),
    userdata: storable(text(members.userdata) ?? '', LONGEST_USERDATA) || undefined,
    forceSaveType: typeof members.forcesavetype === 'number' ? members.forcesavetype : undefined,
    lastSave: moment(members.lastsave),
    formsDataUrl: text(members.formsdataurl),
    notModified: typeof members.notmodified === 'boolean' ? members.notmodified : undefined,
    isMailMerge: isMembers(members.mailMerge) || undefined,
    isEncrypted: members.encrypted === true || undefined,
  }
}

function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

const LATEST = Date.UTC(9999, 0)

/** What no database keeps is none. */
function moment(value: unknown): number | undefined {
  const at = Date.parse(text(value) ?? '')
  return at > 0 && at < LATEST ? at : undefined
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}
