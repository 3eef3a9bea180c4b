import { inject } from '@adonisjs/core'
import { SessionInquiry } from './session_inquiry.js'
import type Document from '../models/document.js'
import DocumentKey from '../models/document_key.js'
import DocumentVersion from '../models/document_version.js'

/** What the editor loads, where it has not loaded the key yet. */
export interface Opened {
  fileId: number
  fileType: string
}

/**
 * The content that a key is opened from: the latest, except where the document server still has changes of the key that
 * it did not save. It makes them again, upon whatever it is given; the key's own forced saves hold them already.
 */
@inject()
export class OpenedContent {
  constructor(private readonly inquiry: SessionInquiry) {}

  /** @throws E_UNAVAILABLE when it cannot be learnt what is unsaved: either content could spoil the document */
  async of({ id, editorKey, versionNo, latestFileId, fileType }: Document): Promise<Opened> {
    const latest = { fileId: latestFileId, fileType }
    const { baseVersionNo } = await DocumentKey.findByOrFail({ editorKey })
    if (baseVersionNo === null || baseVersionNo === versionNo) return latest

    const { kind } = await this.inquiry.ask({ id, editorKey })
    if (kind !== 'unsaved') return latest
    const base = { documentId: id, no: baseVersionNo }
    const version = await DocumentVersion.described().where(base).firstOrFail()
    return { fileId: version.fileId, fileType: version.fileType }
  }
}
