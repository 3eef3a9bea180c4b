import type { Notice } from '#kernel/notices/notices'
import type Document from '../models/document.js'

/** Of a document that was opened over there in a state that is none of what is kept here, or may be. */
export function renewedKeyNotice({ title, versionNo }: Document): Notice {
  return {
    title: 'Changes of yours may be missing',
    body: `The service’s data were restored from a backup. “${title}” is at version ${versionNo} in it, and the document server knows of a session of it that is over: what was saved in the meantime is not here. See whether something of yours is missing. If the document is still open in your browser, copy what you need from there before you open it anew.`,
  }
}

/** Of a session that was ended by the service, and of which something has not arrived. */
export function endedSessionNotice({ title, versionNo }: Document): Notice {
  return {
    title: 'Changes of yours may be missing',
    body: `The editing session of “${title}” was ended for maintenance of the service, and what you changed last may not have been saved: the document is at version ${versionNo}. See whether something of yours is missing. If it is still open in your browser, copy what you need from there before you open it anew.`,
  }
}
