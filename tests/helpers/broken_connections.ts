import app from '@adonisjs/core/services/app'
import type { ApiClient } from '@japa/api-client'
import type { Group } from '@japa/runner/core'
import { clock } from '#kernel/state/clock'
import type { User } from '#plugins/identity/main'
import { ReviewOpenings } from '../../app/plugins/documents/live/review_openings.js'
import { cameBack } from '../fakes/document_server/came_back.js'
import { makeOperator } from './accounts.js'
import {
  configOf,
  EDITOR_SECRET,
  staged,
  takeRights,
  versionsOf,
  type StagedConfig,
} from './editor_stage.js'
import { lookedAfter, MINUTE_MS } from './looked_after.js'

/** A stage on which pages come back whose connection broke. */
export function brokenConnections(group: Group) {
  const there = lookedAfter(group)
  const review = async () => (await app.container.make(ReviewOpenings)).handle()
  const open = (config: StagedConfig, isHeard: boolean) => {
    const come = () => there.stage.server.open(cameBack(config, EDITOR_SECRET, clock.now()))
    return isHeard ? come() : there.unheard(come)
  }
  /** Nothing is heard of it, and they write. */
  const comesBack = async (config: StagedConfig, text = 'By Bob, who may not.') => {
    const editor = await open(config, false)
    editor.edit(text)
    clock.travel(20_000)
    return editor
  }
  return {
    there,
    review,
    open,
    comesBack,

    /** They lose the right while they are outside, come back unheard so long after that is seen, and write. */
    async comesBackWithoutRight(user: User, config: StagedConfig, afterMs = 5 * MINUTE_MS) {
      takeRights(there.stage, user)
      await review()
      clock.travel(afterMs)
      return comesBack(config)
    },

    /** Bob was inside, changed nothing, and his connection broke. */
    async broken(client: ApiClient) {
      const { id, owner, config } = await staged(client)
      const bob = await makeOperator()
      const bobs = await configOf(client, id, bob)
      await (await there.stage.server.open(bobs)).close()
      clock.travel(5 * MINUTE_MS)
      return { id, owner, config, bob, bobs }
    },

    remove: (client: ApiClient, id: number, owner: User) =>
      client.delete(`/app/document?ids=${id}`).loginAs(owner),

    async newestOf(id: number) {
      const { no, kind, beside, authorId } = (await versionsOf(id)).at(-1)!
      return { no, kind, beside, authorId }
    },

    textsTo: ({ id }: User) => there.notices.toldTo(id).map(({ body }) => body),
  }
}
