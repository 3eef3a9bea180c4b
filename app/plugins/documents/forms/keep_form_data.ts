import { inject } from '@adonisjs/core'
import { Logger } from '@adonisjs/core/logger'
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { isConstraintConflict } from '#kernel/database/main'
import { Refusal, E_PAYLOAD_TOO_LARGE } from '#kernel/errors/main'
import { OutputDownload } from '../editor/output_download.js'
import { E_EDITOR_URL } from '../errors.js'
import DocumentFormData, { type FormField } from '../models/document_form_data.js'
import type { Author } from '../versions/author.js'
import { noteInLog } from '../versions/document_log.js'
import { LARGEST, readFormFields, UnreadableForm } from './form_fields.js'

@inject()
export class KeepFormData {
  constructor(
    private readonly download: OutputDownload,
    private readonly logger: Logger
  ) {}

  /** Fields that are not readable are logged, and the version stays without them. @throws E_UNAVAILABLE */
  async handle(
    { documentId, formsDataUrl }: { documentId: number; formsDataUrl?: string },
    versionNo: number,
    author: Author
  ): Promise<void> {
    if (formsDataUrl === undefined) return

    try {
      const fields = await this.#fetched(formsDataUrl)
      await store({ documentId, versionNo, fields }, author)
    } catch (error) {
      const isPermanent = error instanceof UnreadableForm || error instanceof E_EDITOR_URL
      const reason = isPermanent || error instanceof Refusal ? error.message : 'System fault'
      await noteInLog(documentId, { action: 'form_rejected', author, detail: { reason } })
      if (!isPermanent) throw error
      this.logger.warn({ documentId, versionNo, reason }, 'a submitted form has no readable fields')
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

/** The unique `identity` recognizes a form that is delivered again. It uses the id: an erasure changes the name. */
async function store(
  { fields, ...version }: Pick<DocumentFormData, 'documentId' | 'versionNo' | 'fields'>,
  { id, name }: Author
): Promise<void> {
  const identity = createHash('sha256')
    .update(JSON.stringify([id, fields]))
    .digest('hex')
  const submitted = { submittedBy: id, submittedByName: name }
  try {
    await DocumentFormData.create({ ...version, ...submitted, fields, identity })
  } catch (error) {
    if (!isConstraintConflict(error)) throw error
  }
}
