import type { Notice } from '#kernel/notices/notices'

/** The document server could write nothing, and still has the changes. */
export function unsavedNotice(title: string): Notice {
  return {
    title: 'Changes of yours are not saved yet',
    body: `The document server could not write your last changes to “${title}”. It still has them: open the document once more and close it, and they are saved. If that does not help, copy what you need from the editor and tell your administrator.`,
  }
}

/** The same of a session into which nobody is let any more. */
export function strandedNotice(title: string): Notice {
  return {
    title: 'Changes of yours are not saved yet',
    body: `Your last changes to “${title}” are not saved. The document server still has them, but under an earlier session: opening the document does not bring them here. Whoever looks after the editor is told so. If the document is still open in your browser, copy what you need from there before you close it.`,
  }
}

/** The document server could write it badly at best, and has forgotten the changes. */
export function remainsNotice(title: string): Notice {
  return {
    title: 'A save of yours failed',
    body: `The document server could not write your last changes to “${title}” well, and does not have them any more, also where you were told before that it does. What came of them may be incomplete, and is kept with an entry of the document’s log; see whether they are missing in the document. If they are, ask your administrator for that file.`,
  }
}

/** The session goes on. */
export function stillOpenNotice(title: string): Notice {
  return {
    title: 'A save of yours failed',
    body: `“${title}” could not be saved while you edit it. Your changes are still in the editor, and are saved when it is closed. Save again in a moment; if that fails as well, tell your administrator.`,
  }
}

/** Nothing of it is kept but what the log names. */
export function failedFormNotice(title: string): Notice {
  return {
    title: 'A form of yours was not submitted',
    body: `The document server could not write “${title}” as you submitted it, so nobody has received it. The form is still filled in: submit it again in a moment; if that fails as well, tell your administrator.`,
  }
}

/** What the document server could not save was given up, so that the document can go on. */
export function abandonedNotice(
  title: string,
  by: string,
  kept: 'version' | 'file' | 'nothing',
  versionNo: number | null
): Notice {
  return {
    title: 'Changes of yours were given up',
    body: `${by} gave up changes of yours to “${title}” that the document server could not save. ${REMAINS[kept](versionNo)}`,
  }
}

const REMAINS = {
  version: (no: number | null) => `What could still be saved of them is version ${no}.`,
  file: () =>
    'What came of them is kept with an entry of the document’s log; ask your administrator for that file.',
  nothing: () => 'Nothing of them could be fetched; see what is missing in the document.',
}
