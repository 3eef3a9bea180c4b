import { inject } from '@adonisjs/core'
import { Logger } from '@adonisjs/core/logger'
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { isConstraintConflict } from '#kernel/database/faults'
import { Refusal } from '#kernel/http/define_error'
import { E_PAYLOAD_TOO_LARGE } from '#kernel/http/errors'
import { E_EDITOR_URL } from '../errors.js'
import DocumentFormData, { type FormField } from '../models/document_form_data.js'
import { OutputDownload } from '../editor/output_download.js'
import type { Author } from '../versions/author.js'
import { noteInLog } from '../versions/document_log.js'
import { LARGEST, readFormFields, UnreadableForm } from './form_fields.js'

/**
 * Keeps what was filled in with the version that a submitted form made. The version is there already: what cannot be
 * read is noted; what cannot be fetched now is noted, too, and fails the submission: whoever submits is told, and can
 * repeat it.
 */
@inject()
export class KeepFormData {
  constructor(
    private readonly download: OutputDownload,
    private readonly logger: Logger
  ) {}

  /** @throws E_UNAVAILABLE */
  async handle(
    { documentId, formsDataUrl }: { documentId: number; formsDataUrl?: string },
    versionNo: number,
    author: Author
  ): Promise<void> {
    if (formsDataUrl === undefined) return

    try {
      const fields = await this.#fetched(formsDataUrl)
      await keep({ documentId, versionNo, fields }, author)
    } catch (error) {
      const reason = reasonOf(error)
      await noteInLog(documentId, { action: 'form_rejected', author, detail: { reason } })
      if (!isForGood(error)) throw error
      const about = { documentId, versionNo, reason }
      this.logger.warn(about, 'a submitted form is kept without what was filled in')
    }
  }

  async #fetched(url: string): Promise<FormField[]> {
    try {
      await using file = await this.download.fetchAny(url, LARGEST)
      return readFormFields(await readFile(file.path, 'utf8'))
    } catch (error) {
      if (!(error instanceof E_PAYLOAD_TOO_LARGE)) throw error
      throw new UnreadableForm(`It is larger than ${LARGEST / 1024} KB`, { cause: error })
    }
  }
}

type Filled = Pick<DocumentFormData, 'documentId' | 'versionNo' | 'fields'>

async function keep(filled: Filled, author: Author): Promise<void> {
  const submitted = { submittedBy: author.id, submittedByName: author.name }
  const identity = identityOf(author, filled.fields)
  try {
    await DocumentFormData.create({ ...filled, ...submitted, identity })
  } catch (error) {
    if (!isConstraintConflict(error)) throw error
  }
}

/** The same may be delivered more than once; by then its author may have another name, or none. */
function identityOf({ id }: Author, fields: readonly FormField[]): string {
  const submitted = JSON.stringify([id, fields])
  return createHash('sha256').update(submitted).digest('hex')
}

function reasonOf(error: unknown): string {
  return isForGood(error) || error instanceof Refusal ? error.message : 'System fault'
}

function isForGood(error: unknown): error is Error {
  return error instanceof UnreadableForm || error instanceof E_EDITOR_URL
}
