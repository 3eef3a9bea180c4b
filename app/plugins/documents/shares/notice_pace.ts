import limiter from '@adonisjs/limiter/services/main'
import type DocumentShare from '../models/document_share.js'

type Share = Pick<DocumentShare, 'documentId' | 'subjectType' | 'subjectId'>

/** How often those behind a share are told of it, of one document, and of all that one person shares with them. */
const OF_ONE_DOCUMENT = { requests: 3, duration: '1 hour' }
const FROM_ONE_PERSON = { requests: 60, duration: '1 hour' }

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
