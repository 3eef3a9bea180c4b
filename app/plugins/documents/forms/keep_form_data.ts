import { inject } from '@adonisjs/core'
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { isConstraintConflict } from '#kernel/database/faults'
import { Refusal } from '#kernel/http/define_error'
import { E_PAYLOAD_TOO_LARGE } from '#kernel/http/errors'
import type { Callback } from '../editor/callback.js'
import { CallbackPeople } from '../versions/callback_people.js'
import { E_EDITOR_URL } from '../errors.js'
import DocumentFormData, { type FormField } from '../models/document_form_data.js'
import DocumentVersion from '../models/document_version.js'
import { OutputDownload } from '../editor/output_download.js'
import type { Saved } from '../saves/save_document.js'
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
    private readonly people: CallbackPeople
  ) {}

  /** @throws E_UNAVAILABLE */
  async handle(callback: Callback, saved: Saved): Promise<void> {
    const { formsDataUrl } = callback.payload
    if (formsDataUrl === undefined) return

    const [pressed] = callback.payload.actions
    const author =
      (await this.people.named(pressed?.userId)) ?? (await this.people.authorOf(callback))
    try {
      await this.#keep(callback, saved, { fields: await this.#fetched(formsDataUrl), author })
    } catch (error) {
      const detail = { reason: reasonOf(error) }
      await noteInLog(callback.documentId, { action: 'form_rejected', author, detail })
      if (!isForGood(error)) throw error
    }
  }

  async #fetched(url: string): Promise<FormField[]> {
    await using file = await this.download.fetchAny(url)
    if (file.size > LARGEST) throw new UnreadableForm('It is too large')
    return readFormFields(await readFile(file.path, 'utf8'))
  }

  async #keep(
    { documentId, editorKey }: Callback,
    saved: Saved,
    { fields, author }: { fields: FormField[]; author: Author }
  ): Promise<void> {
    const versionNo = saved.versionNo ?? (await latestOf(documentId, editorKey))
    if (versionNo === null) return
    const submitted = { submittedBy: author.id, submittedByName: author.name }
    const identity = identityOf(author, fields)
    try {
      await DocumentFormData.create({ documentId, versionNo, fields, identity, ...submitted })
    } catch (error) {
      if (isConstraintConflict(error)) return
      throw error
    }
    await noteInLog(documentId, { action: 'form_submitted', author, versionNo })
  }
}

/** A form that nothing was changed in is submitted with the version that is there, by one person after the other. */
function identityOf({ id, name }: Author, fields: readonly FormField[]): string {
  const submitted = JSON.stringify([id, name, fields])
  return createHash('sha256').update(submitted).digest('hex')
}

/** A submission that its session's last save has overtaken is part of what that made. */
async function latestOf(documentId: number, editorKey: string): Promise<number | null> {
  const version = await DocumentVersion.described()
    .where({ documentId, editorKey })
    .orderBy('no', 'desc')
    .select('no')
    .first()
  return version?.no ?? null
}

function reasonOf(error: unknown): string {
  return isForGood(error) || error instanceof Refusal ? error.message : 'System fault'
}

function isForGood(error: unknown): error is Error {
  return (
    error instanceof UnreadableForm ||
    error instanceof E_EDITOR_URL ||
    error instanceof E_PAYLOAD_TOO_LARGE
  )
}
