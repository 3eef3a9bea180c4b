import type { Notice } from '#kernel/plugins/main'
import { type Said, say } from '#kernel/languages/main'
import type Document from '../models/document.js'
import type { SessionNotice } from '../models/editing_session.js'
import { quoted } from './quoted.js'

type Told = (document: Pick<Document, 'title' | 'versionNo'>) => [title: Said, body: Said]

const TEXTS: Record<SessionNotice, Told> = {
  lost: ({ title, versionNo }) => [
    say`Changes may be missing`,
    say`An editing session of ${quoted(title)} that you could write in ended without a last save: the document server was probably interrupted. Check whether something of yours is missing in version ${versionNo}, which is the current one. If the document is still open in your browser, copy what you need before you close it.`,
  ],
  undone: ({ title, versionNo }) => [
    say`A document was closed without a last save`,
    say`An editing session of ${quoted(title)} that you could write in was saved and then closed as if nothing had changed: everything was undone, or the last changes did not arrive. Version ${versionNo}, which was saved on the way, is the current one. To go back, restore an earlier version.`,
  ],
  unsaved: ({ title }) => [
    say`Changes are not saved yet`,
    say`The document server still has changes to ${quoted(title)} that it has not saved, and nobody has the document open. Open it once in the editor and close it: then they are saved.`,
  ],
  not_written: ({ title }) => [
    say`A save failed`,
    say`The document server could not write changes to ${quoted(title)}. It still has them: open the document once in the editor and close it. If that fails as well, copy what you need from the editor and tell your administrator.`,
  ],
  undelivered: ({ title }) => [
    say`Changes could not be taken over`,
    say`The document server keeps changes to ${quoted(title)} in a file that is larger than what is taken. Ask your administrator for it: node ace editor:doctor names the file.`,
  ],
}

/** What the participants of a session are told of it. */
export function sessionNotice(document: Document, notice: SessionNotice): Notice {
  const [title, body] = TEXTS[notice](document)
  return { title, body, data: { kind: `document.${notice}`, documentId: document.id } }
}
