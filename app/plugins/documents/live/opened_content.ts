import { inject } from '@adonisjs/core'
import { SessionInquiry } from './session_inquiry.js'
import type Document from '../models/document.js'
import { baseOfSession } from '../versions/session_base.js'

/** What the editor loads, where it has not loaded the key yet. */
export interface Opened {
  fileId: number
  fileType: string
  /** It is right while this version is present. */
  upon: number
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
    const latest = { fileId: latestFileId, fileType, upon: versionNo }
    const base = await baseOfSession(editorKey)
    if (!base || base.no === versionNo) return latest

    const { kind } = await this.inquiry.ask({ id, editorKey })
    if (kind !== 'unsaved') return latest
    return { fileId: base.fileId, fileType: base.fileType, upon: versionNo }
  }
}
