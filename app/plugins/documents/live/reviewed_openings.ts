import { toStored } from '#kernel/database/instant'
import { clock } from '#kernel/state/clock'
import DocumentKey from '../models/document_key.js'
import DocumentOpening from '../models/document_opening.js'
import { DAY_MS, HOUR_MS } from '../spans.js'
import { BATCH, type Between } from './around.js'
import { isOfAll, type Reviewed } from './reviewed.js'

/** Without names, those that were seen to end longer ago are believed to have. */
export const DOUBTED_MS = DAY_MS

/** For so long a configuration brings somebody in again, after the document server was asked. */
const SERVES_MS = HOUR_MS

/**
 * How likely somebody is inside: they were heard to come; or may have come unheard, or have left by what was told alone;
 * or nobody opened the session at all, or the document server, asked, did not name them.
 */
export const LIKELIHOODS = ['inside', 'doubtful', 'unlikely'] as const
export type Likelihood = (typeof LIKELIHOODS)[number]

type Query = ReturnType<typeof DocumentOpening.query>

const NARROW: Record<Likelihood, (query: Query) => void> = {
  inside: (query) => void query.whereNull('endedAt').whereNotNull('joinedAt'),
  doubtful: (query) => {
    notInside(query)
    void query.whereExists(begunKey()).where((unasked) => {
      void unasked.whereNull('endedAt').orWhereNull('outsideAt')
      void unasked.orWhereColumn('outside_at', '<', 'ended_at')
    })
  },
  unlikely: (query) => {
    notInside(query)
    void query.where((asked) => {
      void asked.whereNotExists(begunKey())
      void asked.orWhereColumn('outside_at', '>=', 'ended_at')
    })
  },
}

/** Those who may be inside, in the order of their ids. */
export function reviewedOpenings(
  likelihood: Likelihood,
  reviewed: Reviewed,
  { after, upTo }: Between
): Promise<DocumentOpening[]> {
  const { userIds, sessionIds, documentIds } = reviewed
  const query = DocumentOpening.query()
  if (after !== undefined) void query.where('id', '>', after)
  if (upTo !== undefined) void query.where('id', '<=', upTo)
  if (userIds) void query.whereIn('userId', [...userIds])
  if (sessionIds) void query.whereIn('sessionId', [...sessionIds])
  if (documentIds) void query.whereIn('documentId', [...documentIds])
  void query.where((open) => {
    void open.whereNull('endedAt').orWhere((doubted) => {
      void doubted.whereIn('editorKey', openKeys())
      if (isOfAll(reviewed)) lately(doubted)
    })
  })
  NARROW[likelihood](query)
  return query.orderBy('id').limit(BATCH).exec()
}

/**
 * Who was seen outside is not asked about again, unless their configuration still brings them in; or they are barred, and
 * others are inside: the document server lets a page whose connection broke come back without it, and shows it what they write.
 */
function lately(doubted: Query): void {
  const now = clock.now()
  void doubted.where('endedAt', '>', toStored(now - DOUBTED_MS)).where((unseen) => {
    void unseen.whereNull('outsideAt').orWhereColumn('outside_at', '<', 'ended_at')
    void unseen.orWhere('openedAt', '>', toStored(now - SERVES_MS))
    void unseen.orWhere((barred) => void barred.whereNotNull('barredAt').whereExists(inside()))
  })
}

/** Somebody who is in the same session. */
function inside() {
  const theirs = DocumentOpening.query().from('document_openings as others')
  void theirs.whereColumn('others.editor_key', 'document_openings.editor_key')
  return theirs.whereNull('others.ended_at').whereNotNull('others.joined_at').select('others.id')
}

function notInside(query: Query): void {
  void query.where((other) => void other.whereNotNull('endedAt').orWhereNull('joinedAt'))
}

/** Of the sessions that go on. */
export function openKeys() {
  return DocumentKey.query().where('state', 'open').select('editorKey')
}

/** Its content was fetched, or the document server has spoken of it. */
function begunKey() {
  return DocumentKey.query()
    .whereColumn('document_keys.editor_key', 'document_openings.editor_key')
    .where((begun) => void begun.whereNotNull('servedAt').orWhereNotNull('heardAt'))
}
