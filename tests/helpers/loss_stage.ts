import type { Group } from '@japa/runner/core'
import { clock } from '#kernel/state/clock'
import DocumentLoss from '../../app/plugins/documents/models/document_loss.js'
import { editorStage, forgetLosses, type EditorStage } from './editor_stage.js'
import { noticesOf } from './heard_notices.js'
import { forgetKept } from './lost_saves.js'

/** A stage whose document server keeps what it could not deliver, and goes by the clock that travels. */
export function lossStage(group: Group) {
  const notices = noticesOf(group)
  const there: { stage?: EditorStage } = {}
  group.setup(async () => {
    const stage = await editorStage({ now: () => clock.now() })
    there.stage = stage
    await forgetLosses()
    return () => stage.close()
  })
  group.each.teardown(async () => {
    clock.restore()
    there.stage!.configure()
    delete there.stage!.server.faults.unreadable
    forgetKept(there.stage!)
    await forgetLosses()
  })

  return {
    get stage(): EditorStage {
      return there.stage!
    },
    lossesOf: (documentId: number) => DocumentLoss.query().where({ documentId }),
    toldAsGone: (userId: number) =>
      notices.toldTo(userId).filter(({ body }) => body.includes('keeps them no more')),
  }
}
