import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { Locks } from '#kernel/state/locks'
import { editorStage, staged, versionsOf, type EditorStage } from '../../helpers/editor_stage.js'
import { wordBytes } from '../../helpers/packages.js'

test.group('Documents | a node that is taken for gone while it saves', (group) => {
  let stage: EditorStage
  group.setup(async () => {
    stage = await editorStage()
    return () => stage.close()
  })
  group.each.teardown(() => app.container.restore(Locks))

  /** The lock on saves of a document is gone as soon as its work has begun. */
  async function loseLocks(): Promise<void> {
    const locks = await app.container.make(Locks)
    const manager = await app.container.make('lock.manager')
    const prefix = app.config.get('redis.prefix', 'chancery:')
    const run: Locks['run'] = (key, options, work) =>
      locks.run(key, options, async (hold) => {
        if (key.startsWith('documents:save:'))
          await manager.createLock(`${prefix}lock:${key}`).forceRelease()
        return work(hold)
      })
    app.container.swap(Locks, () => Object.assign(Object.create(Locks.prototype), { run }))
  }

  test('commits nothing, and the save comes again', async ({ client, assert }) => {
    const { id, owner, config } = await staged(client)
    const callbackUrl = config.editorConfig.callbackUrl!
    const { key } = config.document
    const url = stage.server.offer(wordBytes('Saved once'), 'docx', `${key}_a`)
    const payload = { key, status: 2, url, users: [String(owner.id)] }
    const send = async () => {
      const { reply } = await stage.server.sendCallback({ callbackUrl, payload })
      return reply?.status
    }
    await loseLocks()
    assert.equal(await send(), 503)
    assert.lengthOf(await versionsOf(id), 1)

    app.container.restore(Locks)
    assert.equal(await send(), 200)
    assert.lengthOf(await versionsOf(id), 2)
  })
})
