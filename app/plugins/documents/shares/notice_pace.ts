import { E_TOO_MANY_REQUESTS } from '#kernel/errors/main'
import { spend, withLimiter } from '#kernel/rate_limit/main'
import type DocumentShare from '../models/document_share.js'

type Share = Pick<DocumentShare, 'documentId' | 'subjectType' | 'subjectId'>

const OF_ONE_DOCUMENT = { requests: 3, duration: '1 hour' }

const RECEIVERS = {
  name: 'documents:share-notices:receivers',
  most: 10_000,
  duration: '1 hour',
  spent: 'As many people as possible have been told',
}

/** Counts each batch of receivers, because every notice is stored. */
export async function isRoomToTell(people: number, sharer: number): Promise<boolean> {
  try {
    await spend(RECEIVERS, sharer, people)
    return true
  } catch (error) {
    if (error instanceof E_TOO_MANY_REQUESTS) return false
    throw error
  }
}

/** `false` for a document that is shared again and again with the same subject. */
export async function isWorthTelling(share: Share): Promise<boolean> {
  const { documentId, subjectType, subjectId } = share
  const key = `documents:share-notices:${documentId}:${subjectType}:${subjectId}`
  const isCounted = await withLimiter(OF_ONE_DOCUMENT, (limiter) =>
    limiter.attempt(key, () => true)
  )
  return isCounted === true
}
