import { setImmediate as nextLoopTurn } from 'node:timers/promises'
import { E_BAD_REQUEST } from '#kernel/errors/main'
import { say } from '#kernel/languages/main'
import { E_EDITOR_TOKEN } from '../errors.js'
import type { VersionHistory } from '../versions/version_history.js'
import { isMembers } from './editor_ids.js'
import { readFromEditor, type SignatureFault } from './editor_jwt.js'
import type { EditorConfig } from './editor_settings.js'
import { ALGORITHM_REMEDY, TAKEN_ALGORITHM } from './other_algorithm.js'
import { storable, storableHistory, storableId, storableIds } from './storable_texts.js'

export interface CallbackPayload {
  key: string
  status: number
  url?: string
  changesUrl?: string
  fileType?: string
  history?: VersionHistory
  users: string[]
  actions: { type: number; userId: string }[]
  userdata?: string
  forceSaveType?: number
  formsDataUrl?: string
  isMailMerge?: boolean
  isEncrypted?: boolean
}

interface CallbackTrust {
  readonly secret: string
  readonly config: Pick<EditorConfig, 'signedCallback'>
}

type Members = Readonly<Record<string, unknown>>

const LONGEST_USERDATA = 128
const LONGEST_FILE_TYPE = 16

/** Each action is written to the log. */
const MOST_ACTIONS = 100

const BEARER = /^Bearer\s+(\S+)$/i

/**
 * Reads a callback from its signed form: the token in the body, else the one in the header. The plain members count only
 * without a token, and only where the settings allow it. With a long history the plain members and the header are cut, so
 * the token in the body is also the only complete form.
 */
export async function readCallback(
  plain: Members,
  authorization: string | undefined,
  { secret, config }: CallbackTrust
): Promise<CallbackPayload> {
  const inBody = await fromBody(plain.token, secret)
  const inHeader = await fromHeader(authorization, secret)
  const signed = inBody ?? inHeader
  // A long history has just been parsed; other requests are served before it is copied.
  await nextLoopTurn()
  if (signed) return toPayload(signed, E_EDITOR_TOKEN)

  if (config.signedCallback === 'required')
    throw new E_EDITOR_TOKEN('The callback is not signed; set the secret in the document server')
  return toPayload(plain, E_BAD_REQUEST)
}

export function bearerIn(authorization: string | undefined): string | null {
  return BEARER.exec(authorization ?? '')?.[1] ?? null
}

async function fromBody(token: unknown, secret: string): Promise<Members | null> {
  if (token === undefined || token === null) return null
  return verified(typeof token === 'string' ? token : '', secret, 'body')
}

async function fromHeader(
  authorization: string | undefined,
  secret: string
): Promise<Members | null> {
  const token = bearerIn(authorization)
  if (token === null) return null
  const { payload } = await verified(token, secret, 'header')
  if (!isMembers(payload)) throw new E_EDITOR_TOKEN('The token in the header is no callback')
  return payload
}

async function verified(token: string, secret: string, part: 'body' | 'header'): Promise<Members> {
  const { claims, fault } = await readFromEditor(secret, token)
  if (claims) return claims
  throw new E_EDITOR_TOKEN(say`The signature of the callback’s ${part} ${descriptionOf(fault)}`)
}

function descriptionOf(fault: SignatureFault): string {
  if (fault === 'expired') return 'has expired; synchronize the clocks of both machines'
  if (fault === 'wrong') return 'is wrong; set the same secret here and in the document server'
  return `uses ${fault} instead of ${TAKEN_ALGORITHM}; set ${ALGORITHM_REMEDY}`
}

/** Other tokens have the same secret, such as that of a configuration. None of them has a status. */
async function toPayload(
  members: Members,
  Refusal: typeof E_EDITOR_TOKEN | typeof E_BAD_REQUEST
): Promise<CallbackPayload> {
  const { key, status } = members
  if (typeof key !== 'string' || !Number.isInteger(status))
    throw new Refusal('The callback has no key or no status')
  return {
    key,
    status: status as number,
    url: text(members.url),
    changesUrl: text(members.changesurl),
    fileType: storable(text(members.filetype) ?? '', LONGEST_FILE_TYPE).toLowerCase() || undefined,
    history: isMembers(members.history) ? await storableHistory(members.history) : undefined,
    users: storableIds(list(members.users)),
    actions: actionsIn(list(members.actions)),
    userdata: storable(text(members.userdata) ?? '', LONGEST_USERDATA) || undefined,
    forceSaveType: typeof members.forcesavetype === 'number' ? members.forcesavetype : undefined,
    formsDataUrl: text(members.formsdataurl),
    isMailMerge: isMembers(members.mailMerge) || undefined,
    isEncrypted: members.encrypted === true || undefined,
  }
}

function actionsIn(actions: readonly unknown[]): CallbackPayload['actions'] {
  const some = actions.slice(0, MOST_ACTIONS).filter(isMembers)
  return some.map(({ type, userid }) => ({ type: Number(type), userId: storableId(userid) }))
}

function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}
