import { inject } from '@adonisjs/core'
import { Logger } from '@adonisjs/core/logger'
import { Refusal } from '#kernel/http/define_error'
import { SessionInquiry } from '../live/session_inquiry.js'
import DocumentOpening from '../models/document_opening.js'
import { isOpen } from '../versions/document_keys.js'
import type { Callback } from '../editor/callback.js'

/** Saves of a session that go on their way before it ends, and arrive when everybody has left. */
@inject()
export class SavedAfterEnd {
  constructor(
    private readonly inquiry: SessionInquiry,
    private readonly logger: Logger
  ) {}

  /** Whether it ended without them is told by the document server alone; where it cannot be asked, whoever opens the document asks. */
  async ask({ documentId: id, editorKey }: Callback): Promise<void> {
    if (!(await isOpen({ editorKey })) || (await isAnybodyInside(editorKey))) return
    try {
      await this.inquiry.ask({ id, editorKey })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      this.logger.warn(
        { documentId: id, why: error.message },
        'it is not known how a session ended'
      )
    }
  }
}

async function isAnybodyInside(editorKey: string): Promise<boolean> {
  const inside = DocumentOpening.query().where({ editorKey }).whereNotNull('joinedAt')
  return (await inside.whereNull('leftAt').first()) !== null
}
