import type { DateTime } from 'luxon'
import type { Notice } from '#kernel/notices/notices'
import { holdsMacros, replaces, withoutMacros } from '../document_types.js'
import type Document from '../models/document.js'
import type DocumentVersion from '../models/document_version.js'

type Present = Pick<DocumentVersion, 'no' | 'editorKey'>

/** As far as it depends on the version. */
type Placed = Pick<
  DocumentVersion,
  'fileType' | 'editorKey' | 'unpermitted' | 'badlyWritten' | 'underPassword' | 'createdAt'
>

interface OfSession {
  /** When its work was given up. */
  abandonedAt?: DateTime | null
  /** Of what it began with. */
  baseType?: string
}

/**
 * What people are told of work of theirs that lies beside, or that was lost and is back.
 *
 * @param told isOfSeveral: not all of them wrote something of it; savedNo: of what its session had saved, and may have taken back
 */
export function versionNotice(
  document: Document,
  version: DocumentVersion,
  present: Present | null,
  told: { isOfSeveral?: boolean; savedNo?: number } & OfSession = {}
): Notice {
  const { no, beside, unpermitted, badlyWritten, underPassword } = version
  const about = whatOf(document, version, told.isOfSeveral ?? false)
  if (!beside) {
    return {
      title: 'A save of yours was brought back',
      body: `${about} had not reached us. They have now, as version ${no}${whetherPresent(document, no)}`,
    }
  }
  if (unpermitted) return unpermittedNotice(document, no, told.savedNo)
  if (underPassword) return lockedNotice(document, version, about)
  if (holdsMacros(version.fileType)) return macrosNotice(document, version, about)
  if (badlyWritten) return badlyWrittenNotice(document, no)
  return {
    title: 'Changes of yours lie beside a document',
    body: `${about} are kept as version ${no}, beside the present version ${document.versionNo}: ${besideReason(document, version, present, told)}. Nothing is lost. Look at version ${no} in the document’s history; ${remedyFor(document)}.`,
  }
}

function whetherPresent({ versionNo }: Document, no: number): string {
  if (versionNo === no) return '. There is nothing to do.'
  return `, which is not the present one any more: version ${versionNo} is. See whether they are in it; if not, look at version ${no} in the document’s history, and restore it or copy from it what is missing.`
}

/** Told to whoever changed it, to whose document it is, and to whoever may have taken back what its session had saved. */
function unpermittedNotice(document: Document, no: number, savedNo?: number): Notice {
  const { title, versionNo } = document
  const takenBack =
    savedNo === undefined
      ? ''
      : ` Version ${savedNo} had been saved in the same session: what was taken back after that is still in it.`
  return {
    title: 'Changes without the right to them lie beside a document',
    body: `Changes to “${title}” are kept as version ${no}, beside the present version ${versionNo}: whoever made them came into the editor when they could no longer change the document. Nothing is lost.${takenBack} ${remedyForOthers(document, no)}.`,
  }
}

function badlyWrittenNotice(document: Document, no: number): Notice {
  const { title, versionNo } = document
  return {
    title: 'Changes of yours lie beside a document',
    body: `What was changed last in “${title}” is kept as version ${no}, beside the present version ${versionNo}: the editor went on from a save that the document server had written badly, so something may be missing in it that had been there before. Compare the two in the document’s history; ${remedyFor(document)}.`,
  }
}

function lockedNotice(
  { versionNo }: Document,
  { no, fileType }: DocumentVersion,
  about: string
): Notice {
  const macros = holdsMacros(fileType)
    ? `, save it as .${withoutMacros(fileType)} without macros`
    : ''
  return {
    title: 'Changes of yours lie beside a document, under a password',
    body: `${about} came under a password, and are kept so as version ${no}, beside the present version ${versionNo}. Nothing is lost, but nobody can look into them without that password. Download version ${no} from the document’s history, open it in an office program, take the password off${macros}, and copy from it what is missing. What is changed in the document from now on comes under the password, too: better make a new document of what you saved without it.`,
  }
}

function macrosNotice(
  document: Document,
  { no, fileType }: DocumentVersion,
  about: string
): Notice {
  const { title, versionNo, fileType: present, deletedAt } = document
  const back = deletedAt ? 'have the document brought back from the trash, and ' : ''
  const without = withoutMacros(fileType)
  return {
    title: 'Changes of yours lie beside a document, for it holds macros',
    body: `${about} came as .${fileType}, and are kept so as version ${no}, beside the present version ${versionNo}: “${title}” holds macros, and with these the editor cannot write a .${present}. Nothing is lost. To go on with them, make a document without macros: ${back}convert version ${no} to .${without}, as a document, or download it from the document’s history, save it as .${without} without macros in an office program, and make a new document of that. What is changed in this one from now on comes as .${fileType}, too.`,
  }
}

/** Of what was brought back it may be known who was inside, but not who changed something. */
function whatOf({ title }: Document, { concerned }: DocumentVersion, isOfSeveral: boolean): string {
  return concerned || isOfSeveral
    ? `Changes to “${title}” from a session that you were in, or let into`
    : `Your changes to “${title}”`
}

/**
 * Why a version lies beside the present one.
 */
export function besideReason(
  { status, deletedAt, fileType }: Document,
  version: Placed,
  present: Present | null,
  { abandonedAt, baseType }: OfSession
): string {
  if (version.unpermitted)
    return 'whoever made them came into the editor when they could no longer change the document'
  if (version.underPassword)
    return 'they came under a password, without which nobody can look into them'
  if (holdsMacros(version.fileType))
    return `they came as .${version.fileType}: the document holds macros, and with these the editor cannot write a .${fileType}`
  if (version.badlyWritten)
    return 'its session went on from a save that the document server had written badly, so something may be missing in it'
  if (abandonedAt && version.createdAt >= abandonedAt)
    return 'the work of its session had been given up before it arrived, and the document went on without it'
  if (deletedAt) return 'the document has been deleted'
  if (status === 'in_review') return 'the document is under review, and does not change meanwhile'
  if (status === 'approved') return 'the document is approved, and does not change any more'
  if (version.fileType !== baseType && !replaces(version.fileType, fileType))
    return `they came as .${version.fileType}, which does not hold all that a .${fileType} does`
  if (present?.editorKey && present.editorKey === version.editorKey)
    return `version ${present.no} had been saved in the same session, and nothing shows that they came after it; one of the two may hold what was written, or taken back, after the other`
  return 'something else had been saved, or begun, before they arrived'
}

function remedyFor({ status, deletedAt }: Document): string {
  if (deletedAt) return 'have the document brought back from the trash first'
  if (status === 'in_review') return 'if it belongs in, have the document returned and restore it'
  if (status === 'approved') return 'if it belongs in, copy it to a new document'
  return 'restore it, or copy from it what is missing'
}

/** Whoever made the changes may not do it themselves. */
function remedyForOthers({ status, deletedAt }: Document, no: number): string {
  const remedy = status === 'approved' ? 'copy it to a new document' : 'restore it'
  const about = `Whoever may restore versions can look at version ${no} and ${remedy} if it belongs in`
  if (deletedAt) return `${about}, once the document is back from the trash`
  return status === 'in_review' ? `${about}, once the document is returned` : about
}
