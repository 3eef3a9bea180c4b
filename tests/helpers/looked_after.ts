import app from '@adonisjs/core/services/app'
import type { ApiClient } from '@japa/api-client'
import type { Group } from '@japa/runner/core'
import { clock } from '#kernel/state/clock'
import type { User } from '#plugins/identity/main'
import { LookAfterSessions } from '../../app/plugins/documents/recovery/look_after_sessions.js'
import { HeldCourier } from '../fakes/document_server/held_courier.js'
import { makeOperator } from './accounts.js'
import {
  editorStage,
  forgetLosses,
  forgetSessions,
  goingOn,
  staged,
  type EditorStage,
} from './editor_stage.js'
import { noticesOf } from './heard_notices.js'
import { forgetKept } from './lost_saves.js'

export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS

/** A stage on which time travels, and whose sessions are looked after for days; nothing is left of those before. */
export function lookedAfter(group: Group) {
  const notices = noticesOf(group)
  const courier = new HeldCourier()
  const there: { stage?: EditorStage } = {}
  group.setup(async () => {
    const stage = await editorStage({ courier, now: () => clock.now() })
    there.stage = stage
    await forgetLosses()
    return () => stage.close()
  })
  group.each.teardown(async () => {
    const stage = there.stage!
    clock.restore()
    stage.configure()
    delete stage.server.faults.undated
    courier.fate = () => 'delivered'
    forgetKept(stage)
    await forgetLosses()
    await forgetSessions()
  })

  const lookAfter = async () => (await app.container.make(LookAfterSessions)).handle()

  return {
    notices,
    courier,
    get stage(): EditorStage {
      return there.stage!
    },

    /** What is done again and again. */
    lookAfter,

    /** What is done in some days. Resolves to how many sessions were told as gone. */
    async sweeps(times = 6): Promise<number> {
      let told = 0
      for (let time = 0; time < times; time++) {
        clock.travel(13 * HOUR_MS)
        told += (await lookAfter()).gone
      }
      return told
    },

    toldOfLoss: ({ id }: User) =>
      notices.toldTo(id).filter(({ title }) => title === 'Changes of yours may not have arrived'),

    /** Nothing is heard of it. */
    async unheard<T>(what: () => Promise<T>): Promise<T> {
      courier.fate = () => 'request_lost'
      const done = await what()
      courier.fate = () => 'delivered'
      return done
    },

    /** A document, two who may change it, and how they come. */
    async twoPeople(client: ApiClient) {
      const { id } = await staged(client)
      const [ann, bob] = [await makeOperator(), await makeOperator()]
      const open = async (user: User) => {
        return there.stage!.server.open(await goingOn(there.stage!, client, id, user))
      }
      return { id, ann, bob, open }
    },
  }
}
