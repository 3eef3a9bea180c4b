import { inject } from '@adonisjs/core'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { currentOperator } from '#kernel/acting/main'
import { E_NOT_FOUND } from '#kernel/errors/main'
import { type Said, say } from '#kernel/languages/main'
import { StoredFile, UNDER_PASSWORD } from '#plugins/files/main'
import { documentTypeOf, holdsMacros, withoutMacros } from '../document_types.js'
import { E_DOCUMENT_STATE, E_SUBMITTED_FORM } from '../errors.js'
import type Document from '../models/document.js'
import DocumentVersion from '../models/document_version.js'
import { DropRight } from '../rights/drop_right.js'
import { authorOf, type Author } from '../versions/author.js'
import { assertRestoringPace } from '../paces.js'
import { EndSession } from '../editing/end_session.js'
import { noteInLog } from '../versions/document_log.js'
import { assertChangeable } from '../versions/document_state.js'
import { recordVersion } from '../versions/record_version.js'

const CONSEQUENCE = say`an earlier version of it cannot be restored`

const LOCKED =
  'This version is under a password: what is changed in it could not be saved. Download it, take the password off in an office program, and make a document of it'

/** Makes an earlier version the present one, as a new version, and begins another editing session. */
@inject()
export class RestoreVersion {
  constructor(
    private readonly endSession: EndSession,
    private readonly dropRight: DropRight
  ) {}

  async handle(document: Document, no: number, isDropping: boolean): Promise<DocumentVersion> {
    const operator = currentOperator()
    const author = authorOf(operator)
    await assertRestoringPace(operator.id)
    const drop = await this.dropRight.of([document.id], isDropping)
    assertChangeable(document, CONSEQUENCE)
    await restorable(document, no)

    return this.endSession.handle(document.id, { drop }, async (current, trx) => {
      assertChangeable(current, CONSEQUENCE)
      return this.#restore(current, await restorable(current, no, trx), author, trx)
    })
  }

  async #restore(
    document: Document,
    { no, fileId }: DocumentVersion,
    author: Author,
    trx: TransactionClientContract
  ): Promise<DocumentVersion> {
    const file = await StoredFile.findOrFail(fileId, { client: trx })
    assertEditable(file)
    const version = { file, kind: 'restored' as const, author, restoredFrom: no }
    const restored = await recordVersion(document, version, trx)
    const entry = { action: 'restored' as const, author, versionNo: restored.no }
    await noteInLog(document.id, { ...entry, detail: { from: no } }, trx)
    return restored
  }
}

async function restorable(
  { id: documentId }: Document,
  no: number,
  client?: TransactionClientContract
): Promise<DocumentVersion> {
  const version = await DocumentVersion.described({ client }).where({ documentId, no }).first()
  if (!version) throw new E_NOT_FOUND()
  if (version.kind === 'submitted_form') throw new E_SUBMITTED_FORM()
  return version
}

function assertEditable({ mimeType, extension }: StoredFile): void {
  if (mimeType === UNDER_PASSWORD.mimeType) throw new E_DOCUMENT_STATE(LOCKED)
  if (holdsMacros(extension)) throw new E_DOCUMENT_STATE(withMacros(withoutMacros(extension)))
  if (!documentTypeOf(extension)) throw new E_DOCUMENT_STATE(INCOMPLETE)
}

function withMacros(without: string): Said {
  return say`This version holds macros: what is changed in it could not be saved. Convert it to .${without}, as a document, or save it as .${without} without macros in an office program, and make a document of that`
}

const INCOMPLETE =
  'This version is what is left of a failed save, and no file that the editor opens; download it instead'
