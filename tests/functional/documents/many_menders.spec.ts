import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { actAsSystem } from '#kernel/operator/acting'
import { People } from '#plugins/identity/main'
import { RecoverLostSaves } from '../../../app/plugins/documents/recovery/recover_lost_saves.js'
import User from '../../../app/plugins/identity/models/user.js'
import { freshName, makeOperator } from '../../helpers/accounts.js'
import { editorStage, staged, type EditorStage } from '../../helpers/editor_stage.js'
import { noticesOf } from '../../helpers/heard_notices.js'
import { wordBytes } from '../../helpers/packages.js'

const DIAGNOSE = 'document:editor:diagnose'
const ASKED_AT_ONCE = 1_000

test.group('Documents | those who look after the editor, among many', (group) => {
  const notices = noticesOf(group)
  let stage: EditorStage
  let crowd: User[] = []
  group.setup(async () => {
    stage = await editorStage()
    crowd = await actAsSystem('make a crowd for a test', () =>
      User.createMany(Array.from({ length: ASKED_AT_ONCE + 1 }, someone))
    )
    return async () => {
      await actAsSystem('send the crowd home', async () => {
        const ids = crowd.map(({ id }) => id)
        await User.query().whereIn('id', ids.slice(0, 600)).delete()
        await User.query().whereIn('id', ids.slice(600)).delete()
      })
      await stage.close()
    }
  })

  const someone = () => {
    const username = freshName('crowd')
    return { username, nickname: username, status: 'enabled' as const, password: 'none' }
  }

  async function* everybody() {
    const people = await app.container.make(People)
    for await (const ids of people.active(null)) yield* ids
  }

  test('are told at a later sweep where the first thousand are others', async ({
    client,
    assert,
  }) => {
    const mender = await makeOperator()
    await actAsSystem('look on in a test', async () => {
      for await (const id of everybody()) {
        if (id !== mender.id) stage.gate.tell(id, null, DIAGNOSE)
      }
    })
    const { config } = await staged(client, mender)
    const { key } = config.document
    stage.gate.tell((await makeOperator()).id, null, DIAGNOSE)
    stage.server.store.forget(key, 'docx', wordBytes('kept'))
    stage.server.store.misplace(key)

    const recover = await app.container.make(RecoverLostSaves)
    const told = () => notices.toldTo(mender.id).filter(({ body }) => body.includes(key))
    await recover.handle()
    assert.lengthOf(told(), 0)
    for (let times = 0; times < 10; times++) await recover.handle()
    assert.lengthOf(told(), 1)
    stage.server.store.deleteForgotten(key)
  })
})
