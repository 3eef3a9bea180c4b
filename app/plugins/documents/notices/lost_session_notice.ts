import type { Notice } from '#kernel/notices/notices'
import type Document from '../models/document.js'

interface LostSession {
  wasUnsaved: boolean
  /** Whether it is for some of whom nobody knows whether they came. */
  hasUnheard: boolean
}

/** Of a session that the document server knows no more and that never came to an end here. */
export function lostSessionNotice(
  { title, versionNo }: Document,
  { wasUnsaved, hasUnheard }: LostSession
): Notice {
  const known = wasUnsaved
    ? 'It had said before that changes were not saved yet, and they have not arrived here'
    : 'Whether anybody had changed something that was not saved yet cannot be told from here'
  return {
    title: 'Changes of yours may not have arrived',
    body: `You had “${title}” open in the editor${hasUnheard ? ', or were let in to change it' : ''}, and the document server knows nothing of that session any more, without having said how it ended: it was probably interrupted. ${known}. The present version is ${versionNo}; see whether something of yours is missing in it. If the document is still open in your browser, copy what you need from there before you close it.`,
  }
}

/** Of a session of which something was saved since, or closed without changes, that may be without their work. */
export function unsettledNotice(
  { title, versionNo }: Document,
  { wasRefused }: { wasRefused: boolean }
): Notice {
  const known = wasRefused
    ? 'Changes of yours were sent here once and could not be taken, and they have not come since'
    : 'Whether you had changed something that was not saved yet cannot be told from here'
  return {
    title: 'Changes of yours may not have arrived',
    body: `You had “${title}” open in the editor, and the document server went on with others without you: it was probably interrupted, or another one took its place. ${known}. The present version is ${versionNo}; see whether something of yours is missing in it. If the document is still open in your browser, copy what you need from there before you close it, and tell your administrator.`,
  }
}

/** Of work that the document server kept, and that was gone from there before it could be brought here. */
export function vanishedNotice({ title, versionNo }: Document): Notice {
  return {
    title: 'Changes of yours may not have arrived',
    body: `Changes of yours to “${title}” lay with the document server and could not be brought here, and it keeps them no more. The present version is ${versionNo}; see whether something of yours is missing in it. If your administrator took the file out by hand, it is with them; if the document is still open in your browser, copy what you need from there before you close it.`,
  }
}

/** Of a session that had saves and was closed as if nothing had been changed, which undoing all of it brings about. */
export function takenBackNotice(title: string, presentNo: number, beganNo: number | null): Notice {
  const began = beganNo === null ? 'the one' : `version ${beganNo},`
  return {
    title: 'A document was closed without a last save',
    body: `You had “${title}” open in the editor. It was saved while you were inside, and then closed as if nothing had been changed: what had been saved was taken back, or the last of it did not arrive here. Version ${presentNo}, which was saved on the way, stays the present one, and the document is opened from it. If it was taken back on purpose, restore ${began} with which the session began.`,
  }
}
