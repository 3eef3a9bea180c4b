import { inject } from '@adonisjs/core'
import { E_VALIDATION } from '#kernel/http/errors'
import { currentOperator } from '#kernel/operator/acting'
import { PLAIN_TEXTS } from '../document_types.js'
import { signForEditor } from '../editor/editor_jwt.js'
import { EditorSettings } from '../editor/editor_settings.js'
import { bearerOf, CONTENT_SECONDS } from '../editor/editor_tokens.js'
import { referenceDataOf } from '../editor/reference_data.js'
import { E_EDITOR_OFF } from '../errors.js'
import type Document from '../models/document.js'
import { FindSource, type FoundSource, type SourceWish } from './find_source.js'
import { fittingFor, type SourcePurpose } from './source_purposes.js'

export interface SourceRequest extends SourceWish {
  purpose: SourcePurpose
  /** What the editor's event said it is for. */
  command?: string
}

const WITHOUT_KEY: ReadonlySet<SourcePurpose> = new Set(['compare', 'mailMerge'])

interface Located {
  fileType: string
  url: string
}

/** Hands something of ours to the editor of a document, in the shape that the editor's method takes. */
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
    assertNoScript(purpose, located.fileType, source)
    const signed = this.#shaped(purpose, command, located, source)
    return { ...signed, token: await signForEditor(secret, signed, CONTENT_SECONDS) }
  }

  async #locate({ id: into }: Document, { document, file }: FoundSource): Promise<Located> {
    const tokens = this.settings.tokens!
    const bearer = bearerOf(currentOperator())
    if (document) {
      const { id: doc, latestFileId, fileType } = document
      const token = await tokens.forContent({ doc, file: latestFileId, ...bearer })
      const path = `/app/document/content/${doc}?token=${token}`
      return { fileType, url: this.settings.publicUrl(path) }
    }
    const token = await tokens.forSource({ doc: into, file: file.id, ...bearer })
    const url = this.settings.publicUrl(`/app/document/source/${into}?token=${token}`)
    return { fileType: file.extension, url }
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

/** @throws E_VALIDATION */
function assertFits(purpose: SourcePurpose, fileType: string, { document }: FoundSource): void {
  const { words, takes } = fittingFor(purpose)
  if (takes(fileType) && (document || purpose !== 'reference')) return
  const among = purpose === 'reference' ? ' among the documents' : ''
  refuse(`A .${fileType} does not fit here; choose ${words}${among}`, document)
}

/**
 * What is signed for these names no key, and the document server's builder takes the address in such a token for that of
 * a script to run. A package, or what is binary, is none.
 *
 * @throws E_VALIDATION
 */
function assertNoScript(purpose: SourcePurpose, fileType: string, { document }: FoundSource): void {
  if (!WITHOUT_KEY.has(purpose) || !PLAIN_TEXTS.has(fileType)) return
  refuse(
    `A .${fileType} is plain text, and whoever has its signed address could run it as a script of the document server; convert it first`,
    document
  )
}

function refuse(message: string, document: FoundSource['document']): never {
  const field = document ? 'documentId' : 'fileId'
  throw new E_VALIDATION(message, { errors: [{ field, rule: 'fileType', message }] })
}
