import { inject } from '@adonisjs/core'
import { createReadStream } from 'node:fs'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { E_NOT_FOUND } from '#kernel/errors/main'
import { actAsSystem } from '#kernel/acting/main'
import {
  FileStore,
  inspectFile,
  StoredFile,
  TemporaryFiles,
  type FileKind,
  type StoredBlob,
  type Upload,
} from '#plugins/files/main'
import { blankFile, type BlankKind } from '../blank/blank_file.js'
import { documentTypeOf, type BlankType } from '../document_types.js'
import { E_DOCUMENT_TYPE, E_TEMPLATE_OFFLINE } from '../errors.js'
import DocumentTemplate from '../models/document_template.js'
import type { Output } from '../editor/output_download.js'
import { HOLDER } from './holder.js'

export type DocumentSource =
  | { kind: 'upload'; upload: Upload }
  | { kind: 'template'; templateId: number }
  | { kind: 'blank'; fileType: BlankType }
  | { kind: 'converted' | 'saved_as'; output: Output }

/** Adds the row of the file in a transaction. @throws E_STORAGE_FULL */
type MakeRow = (title: string, trx: TransactionClientContract) => Promise<StoredFile>

const LARGEST_BLANK = 1024 * 1024

/** Prepares the first version of a document, or a template: its content is stored, and has no row yet. */
@inject()
export class DocumentSources {
  constructor(
    private readonly store: FileStore,
    private readonly temporary: TemporaryFiles
  ) {}

  /** @throws E_DOCUMENT_TYPE, E_TEMPLATE_OFFLINE, E_NOT_FOUND, E_UNAVAILABLE */
  async prepare(source: DocumentSource): Promise<MakeRow> {
    if (source.kind === 'upload') return this.#given(source.upload)
    if ('output' in source) return this.#given(source.output)
    if (source.kind === 'blank') return this.#blank(source.fileType)
    return this.#template(source.templateId)
  }

  async #given(file: Upload | Output): Promise<MakeRow> {
    if (!documentTypeOf(file.extension)) throw new E_DOCUMENT_TYPE()
    return this.#kept(await this.store.keep(file), file)
  }

  async #blank(fileType: BlankType): Promise<MakeRow> {
    const { path } = blankFile(documentTypeOf(fileType) as BlankKind)
    await using file = await this.temporary.receive(createReadStream(path), {
      limit: LARGEST_BLANK,
    })
    const kind = await inspectFile(file.path, `blank.${fileType}`)
    return this.#kept(await this.store.keep(file), kind)
  }

  async #template(templateId: number): Promise<MakeRow> {
    const template = await DocumentTemplate.find(templateId)
    if (!template) throw new E_NOT_FOUND('There is no such template')
    if (template.status === 'offline') throw new E_TEMPLATE_OFFLINE()

    const file = await actAsSystem('a template’s file is for everybody', () =>
      StoredFile.findOrFail(template.fileId)
    )
    return (title, trx) =>
      this.store.copy(file, { name: `${title}.${file.extension}`, holder: HOLDER }, trx)
  }

  #kept(blob: StoredBlob, { extension, mimeType }: FileKind): MakeRow {
    return (title, trx) => {
      const name = `${title}.${extension}`
      return this.store.record(blob, { name, extension, mimeType, holder: HOLDER }, trx)
    }
  }
}
