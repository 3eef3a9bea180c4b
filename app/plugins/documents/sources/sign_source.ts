import { inject } from '@adonisjs/core'
import { E_VALIDATION } from '#kernel/errors/main'
import { currentOperator } from '#kernel/acting/main'
import { type Said, say } from '#kernel/languages/main'
import { documentTypeOf, PLAIN_TEXTS } from '../document_types.js'
import { signForEditor } from '../editor/editor_jwt.js'
import { EditorSettings } from '../editor/editor_settings.js'
import { bearerOf, CONTENT_SECONDS } from '../editor/editor_tokens.js'
import { referenceDataOf } from '../editor/reference_data.js'
import { E_EDITOR_OFF } from '../errors.js'
import type Document from '../models/document.js'
import { FindSource, type FoundSource, type SourceWish } from './find_source.js'

export const SOURCE_PURPOSES = ['insertImage', 'compare', 'mailMerge', 'reference'] as const
type SourcePurpose = (typeof SOURCE_PURPOSES)[number]

export interface SourceRequest extends SourceWish {
  purpose: SourcePurpose
  /** The `c` of the editor's event. */
  command?: string
}

const IMAGES = ['png', 'jpg', 'gif', 'bmp', 'tif']
const isTable = (type: string) => documentTypeOf(type) === 'cell'

const FITTING: Record<SourcePurpose, { words: Said; takes: (fileType: string) => boolean }> = {
  insertImage: { words: IMAGES.join(', '), takes: (type) => IMAGES.includes(type) },
  compare: { words: say`a text document`, takes: (type) => documentTypeOf(type) === 'word' },
  mailMerge: { words: say`a table`, takes: isTable },
  reference: { words: say`a table among the documents`, takes: isTable },
}

export interface Located {
  fileType: string
  url: string
}

/** Signs a document or file for the editor of a document, in the form that the editor's method takes. */
@inject()
export class SignSource {
  constructor(
    private readonly settings: EditorSettings,
    private readonly sources: FindSource
  ) {}

  /** @throws E_EDITOR_OFF, E_NOT_FOUND, E_FORBIDDEN, E_SOURCE_AMBIGUOUS, E_VALIDATION when it does not fit */
  async handle(into: Document, { purpose, command, ...wish }: SourceRequest) {
    const { off, secret } = this.settings
    if (off) throw new E_EDITOR_OFF(off)

    const source = await this.sources.find(wish)
    const located = await this.#locate(into, source)
    assertFits(purpose, located.fileType, source)
    const signed = this.#shaped(purpose, command, located, source)
    return { ...signed, token: await signForEditor(secret, signed, CONTENT_SECONDS) }
  }

  async #locate({ id: into }: Document, { document, file }: FoundSource): Promise<Located> {
    const tokens = this.settings.tokens!
    const bearer = bearerOf(currentOperator())
    if (!document) {
      const token = await tokens.forSource({ doc: into, file: file.id, ...bearer })
      const url = this.settings.publicUrl(`/app/document/source/${into}?token=${token}`)
      return { fileType: file.extension, url }
    }
    const { id: doc, latestFileId, fileType } = document
    const token = await tokens.forContent({ doc, file: latestFileId, ...bearer })
    return { fileType, url: this.settings.publicUrl(`/app/document/content/${doc}?token=${token}`) }
  }

  #shaped(purpose: SourcePurpose, c: string | undefined, located: Located, source: FoundSource) {
    if (purpose === 'insertImage') return { c: c ?? 'add', images: [located] }
    if (purpose === 'compare') return { c: c ?? 'compare', ...located }
    if (purpose === 'mailMerge') return { c: c ?? 'mailmerge', ...located }
    const document = source.document!
    const { sessionKey: key, fileName: path } = document
    return { ...located, key, path, referenceData: referenceDataOf(document, this.settings) }
  }
}

/**
 * Except for references, what is signed names no key, and the builder of the document server runs the address in such a
 * token as a script. So no plain text is signed.
 *
 * @throws E_VALIDATION
 */
function assertFits(purpose: SourcePurpose, fileType: string, { document }: FoundSource): void {
  const field = document ? 'documentId' : 'fileId'
  const { words, takes } = FITTING[purpose]
  const isReference = purpose === 'reference'
  if (!takes(fileType) || (isReference && !document))
    refuse(field, say`A .${fileType} does not fit here; choose ${words}`)
  if (PLAIN_TEXTS.has(fileType) && !isReference)
    refuse(
      field,
      say`A .${fileType} is plain text, and whoever has its signed address could run it as a script of the document server; convert it first`
    )
}

function refuse(field: string, message: Said): never {
  throw new E_VALIDATION(message, { errors: [{ field, rule: 'fileType', message }] })
}
