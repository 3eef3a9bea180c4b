import type { Notice } from '#kernel/notices/notices'
import Document from '../models/document.js'

/** What its author is told of a save that was lost and is back. */
export async function noticeOf(documentId: number, versionNo: number): Promise<Notice> {
  const document = await Document.findOrFail(documentId)
  const where =
    document.versionNo === versionNo
      ? `It is the present version, number ${versionNo}.`
      : `The document was changed since, so it is kept as version ${versionNo}; restore it if you need it.`
  return {
    title: 'A save of yours was brought back',
    body: `Your last changes to “${document.title}” had not reached us. They have now. ${where}`,
  }
}
