import type { Notice } from '#kernel/notices/notices'

/**
 * Of a document that is not here, as after a backup was restored that is older than it.
 *
 * @param isChanged whether they surely changed something, and did not only look
 */
export function unknownDocumentNotice(
  documentId: number,
  editorKey: string,
  isChanged: boolean
): Notice {
  return {
    title: `Changes of yours ${isChanged ? 'are not' : 'may not be'} kept here`,
    body: `You had a document open in the editor (number ${documentId}) that is not known here any more: the service’s data were restored from a backup that is older than it, or it was deleted for good. ${isChanged ? CHANGED : MAYBE} If it is still open in your browser, copy what you need from there before you close it. What could be saved of it lies with the document server, in its store of forgotten files, under the key ${editorKey}: your administrator can look for it there.`,
  }
}

const CHANGED = 'What is changed in it is not kept here.'
const MAYBE =
  'It cannot be told whether you changed something in it, or only looked at what others had changed; if you did, that is not kept here.'
