import type { Group } from '@japa/runner/core'
import { clock } from '#kernel/state/clock'
import { HeldCourier } from '../fakes/document_server/courier.js'
import { editorStage, forgetSessions, type EditorStage } from './editor_stage.js'
import { noticesOf } from './heard_notices.js'
import { forgetKept } from './lost_saves.js'

export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS

/** A stage on which time travels; nothing is left of the sessions before. */
export function lookedAfter(group: Group) {
  const notices = noticesOf(group)
  const courier = new HeldCourier()
  const there: { stage?: EditorStage } = {}
  group.setup(async () => {
    const stage = await editorStage({ courier, now: () => clock.now() })
    there.stage = stage
    return () => stage.close()
  })
  group.each.teardown(async () => {
    const stage = there.stage!
    clock.restore()
    stage.configure()
    courier.fate = () => 'delivered'
    forgetKept(stage)
    await forgetSessions()
  })

  return {
    notices,
    courier,
    get stage(): EditorStage {
      return there.stage!
    },
  }
}
