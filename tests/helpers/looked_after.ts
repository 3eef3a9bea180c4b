import type { ApiClient } from '@japa/api-client'
import type { Group } from '@japa/runner/core'
import { clock } from '#kernel/state/main'
import type { User } from '#plugins/identity/main'
import { HeldCourier } from '../fakes/document_server/courier.js'
import { configOf, editorStage, forgetSessions, staged, type EditorStage } from './editor_stage.js'
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
    /** Somebody edits a new document, and has not saved. */
    async edited(client: ApiClient) {
      const made = await staged(client)
      const editor = await there.stage!.server.open(made.config)
      editor.edit('Typed.')
      return { ...made, editor, key: made.config.document.key }
    },
    /** Somebody opens it, adds that, and closes it. */
    async write(client: ApiClient, id: number, user: User, text: string) {
      const editor = await there.stage!.server.open(await configOf(client, id, user))
      editor.edit(text)
      return editor.close()
    },
  }
}
