import { E_BAD_REQUEST, E_VALIDATION } from '#kernel/http/errors'
import { parseJson, USUAL } from '#kernel/http/parse_json'
import { clock } from '#kernel/state/clock'
import { inThread, scriptBeside, threadQueue } from '#kernel/threads/in_thread'
import { RefusalInThread } from '#kernel/threads/messages'
import { E_EDITOR_TOKEN } from '../errors.js'
import { isSignedWith, tokenIn } from './body_token.js'
import {
  isSignedInHeader,
  readCallback,
  refuseUnsigned,
  refuseFor,
  type CallbackPayload,
  type CallbackTrust,
} from '../editor/callback_payload.js'
import { LONGEST_HEADER, otherAlgorithmIn } from '../editor/other_algorithm.js'
import type { CallbackJob, CallbackPiece } from './callback_thread.js'

export interface CallbackBody {
  bytes: Buffer
  authorization: string | undefined
  /** The session that it is to be of. */
  key: string
  /** When whoever sent it has hung up, nobody waits for what it says. */
  signal?: AbortSignal
}

/** What is larger goes into a thread: a long history comes twice, the second time within a signature. */
export const READ_IN_PASSING = 64 * 1024

/** A letter that cannot be kept is no reason to refuse somebody's work. */
const BOUNDS = { ...USUAL, anyText: true }

const SCRIPT = scriptBeside(import.meta.url, 'callback_thread')
const LIMITS = { seconds: 20, megabytes: 256 }

/** What the document server has signed waits for no one else's. */
const QUEUES = { signed: threadQueue(), unsigned: threadQueue(1) }

/**
 * Reads a callback from its bytes (see `readCallback`), however long they are, without keeping other requests
 * waiting.
 *
 * @throws E_EDITOR_TOKEN, E_BAD_REQUEST; E_UNAVAILABLE while too many are read; the signal's reason
 */
export async function readCallbackBody(
  body: CallbackBody,
  { secret, config: { signedCallback } }: CallbackTrust
): Promise<CallbackPayload> {
  const trust = { secret, config: { signedCallback } }
  try {
    if (body.bytes.length > READ_IN_PASSING) return await readLong(body, trust)
    return await readCallback(parseJson(body.bytes, BOUNDS), body.authorization, trust)
  } catch (error) {
    if (error instanceof E_VALIDATION) throw new E_BAD_REQUEST(error.message, { cause: error })
    if (error instanceof RefusalInThread) throw asTold(error)
    throw error
  }
}

/** A signature is checked over the bytes, at a small part of what it costs to parse them. */
async function readLong(body: CallbackBody, trust: CallbackTrust): Promise<CallbackPayload> {
  const { bytes, authorization, key } = body
  const token = tokenIn(bytes)
  if (token && !(await isSignedWith(trust.secret, token)))
    refuseFor(otherAlgorithmIn(token.toString('latin1', 0, LONGEST_HEADER)) ?? 'wrong', 'body')
  if (token && token.length <= READ_IN_PASSING)
    return readCallback({ token: token.toString('latin1') }, authorization, trust)

  const isSigned = token !== null || (await isSignedInHeader(authorization, key, trust))
  if (!isSigned && trust.config.signedCallback === 'required') refuseUnsigned()
  return readInThread(body, trust, isSigned ? QUEUES.signed : QUEUES.unsigned)
}

/** The changes of a history come piece by piece, so that even to take them is never long. */
async function readInThread(
  { bytes, authorization, signal }: CallbackBody,
  trust: CallbackTrust,
  queue: ReturnType<typeof threadQueue>
): Promise<CallbackPayload> {
  const input: CallbackJob = { bytes, authorization, trust, aheadMs: clock.now() - clock.machine() }
  const changes: unknown[] = []
  let payload: CallbackPayload | undefined
  for await (const piece of inThread<CallbackPiece>(SCRIPT, {
    input,
    limits: LIMITS,
    queue,
    signal,
  })) {
    if (piece.kind === 'payload') payload = piece.payload
    else for (const change of JSON.parse(piece.json) as unknown[]) changes.push(change)
  }
  if (payload!.history && changes.length > 0) payload!.history.changes = changes
  return payload!
}

function asTold(refusal: RefusalInThread) {
  const Refusal = refusal.code === E_EDITOR_TOKEN.code ? E_EDITOR_TOKEN : E_BAD_REQUEST
  return new Refusal(refusal.message, { cause: refusal })
}
