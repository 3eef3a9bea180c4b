import limiter from '@adonisjs/limiter/services/main'
import { E_TOO_MANY_REQUESTS } from '#kernel/http/errors'
import { spend } from '#kernel/rate_limit/quota'
import type DocumentShare from '../models/document_share.js'

type Share = Pick<DocumentShare, 'documentId' | 'subjectType' | 'subjectId'>

/** How often those behind a share are told of it, of one document, and of all that one person shares with them. */
const OF_ONE_DOCUMENT = { requests: 3, duration: '1 hour' }
const FROM_ONE_PERSON = { requests: 60, duration: '1 hour' }

/** How many people one person has told: each of them gets a notice that is kept. */
const RECEIVERS = {
  name: 'documents:share-notices:receivers',
  most: 10_000,
  duration: '1 hour',
  spent: 'As many people as possible have been told',
}

/** Whether so many more are to be told of what somebody shares; to be asked of each batch. */
export async function isRoomToTell(people: number, sharer: number): Promise<boolean> {
  try {
    await spend(RECEIVERS, sharer, people)
    return true
  } catch (error) {
    if (error instanceof E_TOO_MANY_REQUESTS) return false
    throw error
  }
}

/** Whether they are to be told once more. What is shared is shared either way, and found in their lists. */
export async function isWorthTelling(share: Share, sharer: number): Promise<boolean> {
  const { documentId, subjectType, subjectId } = share
  const subject = `${subjectType}:${subjectId}`
  const told = await limiter
    .use(OF_ONE_DOCUMENT)
    .attempt(`documents:share-notices:${documentId}:${subject}`, () =>
      limiter
        .use(FROM_ONE_PERSON)
        .attempt(`documents:share-notices:by:${sharer}:${subject}`, () => true)
    )
  return told === true
}
