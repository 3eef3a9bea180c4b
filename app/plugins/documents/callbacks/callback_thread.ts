import { E_BAD_REQUEST } from '#kernel/http/errors'
import { parseJson } from '#kernel/http/parse_json'
import { clock } from '#kernel/state/clock'
import { serveThread } from '#kernel/threads/serve_thread'
import {
  readCallback,
  type CallbackPayload,
  type CallbackTrust,
} from '../editor/callback_payload.js'

export interface CallbackJob {
  bytes: Uint8Array
  authorization: string | undefined
  trust: CallbackTrust
  /** How far the shared clock is ahead of this machine's. */
  aheadMs: number
}

export type CallbackPiece =
  | { kind: 'payload'; payload: CallbackPayload }
  /** Some changes of the history, in their order. */
  | { kind: 'changes'; json: string }

/** Here nobody waits for it. */
const UNBOUNDED = { members: Infinity, names: Infinity, anyText: true }

/** What is handed over at once stays small enough to be taken in passing. */
const LARGEST_PIECE = 128 * 1024

await serveThread<CallbackJob, CallbackPiece>(async function* (job) {
  clock.correct(job.aheadMs)
  const body = parseJson(Buffer.from(job.bytes), UNBOUNDED)
  const payload = await readCallback(body, job.authorization, job.trust)
  const { history } = payload
  const changes = Array.isArray(history?.changes) ? (history.changes as unknown[]) : null
  const rest = changes ? { ...payload, history: { ...history, changes: [] } } : payload
  assertSmall(JSON.stringify(rest))
  yield { kind: 'payload', payload: rest }
  if (changes) yield* piecesOf(changes)
})

function* piecesOf(changes: readonly unknown[]): Generator<CallbackPiece> {
  let texts: string[] = []
  let size = 0
  for (const change of changes) {
    const text = JSON.stringify(change)
    assertSmall(text)
    if (size + text.length > LARGEST_PIECE) {
      yield { kind: 'changes', json: `[${texts.join()}]` }
      texts = []
      size = 0
    }
    texts.push(text)
    size += text.length
  }
  if (texts.length > 0) yield { kind: 'changes', json: `[${texts.join()}]` }
}

function assertSmall(text: string): void {
  if (text.length > LARGEST_PIECE)
    throw new E_BAD_REQUEST('A member of the callback is larger than any that is taken')
}
