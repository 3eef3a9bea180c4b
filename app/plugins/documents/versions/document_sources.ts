import { inject } from '@adonisjs/core'
import { createReadStream } from 'node:fs'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { E_NOT_FOUND } from '#kernel/errors/main'
import { actAsSystem, currentOperator } from '#kernel/acting/main'
import {
  FileStore,
  inspectFile,
  StorageAllowance,
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

type MakeRow = (title: string, trx: TransactionClientContract) => Promise<StoredFile>

/** A stored file without a row; its storage is reserved until it is disposed. */
interface PreparedSource extends AsyncDisposable {
  record: MakeRow
}

const LARGEST_BLANK = 1024 * 1024

/** Prepares the first version of a document, or a template. The receiver of an upload has already reserved its storage. */
@inject()
export class DocumentSources {
  constructor(
    private readonly store: FileStore,
    private readonly temporary: TemporaryFiles,
    private readonly allowance: StorageAllowance
  ) {}

  /** @throws E_DOCUMENT_TYPE, E_TEMPLATE_OFFLINE, E_NOT_FOUND, E_STORAGE_FULL, E_UNAVAILABLE */
  async prepare(source: DocumentSource): Promise<PreparedSource> {
    await using room = new AsyncDisposableStack()
    const record = await this.#recordOf(source, room)
    const held = room.move()
    return { record, [Symbol.asyncDispose]: () => held.disposeAsync() }
  }

  async #recordOf(source: DocumentSource, room: AsyncDisposableStack): Promise<MakeRow> {
    if (source.kind === 'upload') return this.#given(source.upload)
    if ('output' in source) return this.#given(source.output, room)
    if (source.kind === 'blank') return this.#blank(source.fileType, room)
    return this.#template(source.templateId, room)
  }

  async #given(file: Upload | Output, room?: AsyncDisposableStack): Promise<MakeRow> {
    if (!documentTypeOf(file.extension)) throw new E_DOCUMENT_TYPE()
    if (room) await this.#claim(file, room)
    return this.#kept(await this.store.keep(file), file)
  }

  async #blank(fileType: BlankType, room: AsyncDisposableStack): Promise<MakeRow> {
    const { path } = blankFile(documentTypeOf(fileType) as BlankKind)
    await using file = await this.temporary.receive(createReadStream(path), {
      limit: LARGEST_BLANK,
    })
    await this.#claim(file, room)
    const kind = await inspectFile(file.path, file.size, `blank.${fileType}`)
    return this.#kept(await this.store.keep(file), kind)
  }

  async #template(templateId: number, room: AsyncDisposableStack): Promise<MakeRow> {
    const template = await DocumentTemplate.find(templateId)
    if (!template) throw new E_NOT_FOUND('There is no such template')
    if (template.status === 'offline') throw new E_TEMPLATE_OFFLINE()

    const file = await actAsSystem('a template’s file is for everybody', () =>
      StoredFile.findOrFail(template.fileId)
    )
    await this.#claim(file, room)
    return (title, trx) =>
      this.store.copy(file, { name: `${title}.${file.extension}`, holder: HOLDER }, trx)
  }

  async #claim({ size }: { size: number }, room: AsyncDisposableStack): Promise<void> {
    room.use(await this.allowance.claim(currentOperator().id, size))
  }

  #kept(blob: StoredBlob, { extension, mimeType }: FileKind): MakeRow {
    return (title, trx) => {
      const name = `${title}.${extension}`
      return this.store.record(blob, { name, extension, mimeType, holder: HOLDER }, trx)
    }
  }
}
