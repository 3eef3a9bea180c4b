import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import { Health } from '#kernel/health/main'
import { Metrics, type Reading } from '#kernel/metrics/main'
import { loggedIn } from '../../helpers/accounts.js'
import { begunUpload } from '../../helpers/begun_upload.js'
import { editorStage, staged } from '../../helpers/editor_stage.js'
import { online, person, socketUrl, text } from '../../helpers/messaging/people.js'
import { Peer } from '../../helpers/messaging/peer.js'
import { openGate } from '../../helpers/open_gate.js'
import { until } from '../../helpers/until.js'

async function reading(name: string): Promise<Reading> {
  const metrics = await app.container.make(Metrics)
  return metrics
    .told()
    .find((metric) => metric.name === name)!
    .read()
}

const numberOf = async (name: string) => Number(await reading(name))

test.group('Metrics | what the plugins tell', () => {
  test('count a message as stored once, and as delivered to each socket', async ({ assert }) => {
    const [ann, bob] = [await online(), await person()]
    const his = [await Peer.open(socketUrl(), bob.token), await Peer.open(socketUrl(), bob.token)]
    const [stored, told] = [
      await numberOf('chancery_messaging_stored_total'),
      await numberOf('chancery_messaging_told_total'),
    ]
    const frame = text('to both', { to: bob.user.id })
    await ann.peer.ask(frame)
    await ann.peer.ask(frame)
    for (const peer of his) await peer.next(({ type }) => type === 'entries')
    assert.equal(await numberOf('chancery_messaging_stored_total'), stored + 1)
    assert.isAtLeast(await numberOf('chancery_messaging_told_total'), told + 2)
    await Promise.all([ann.peer, ...his].map((peer) => peer.close()))
  })

  test('count files while they come in', async ({ client, assert, cleanup }) => {
    cleanup(openGate().shut)
    const { accessToken } = await loggedIn(client)
    const upload = await begunUpload({
      path: '/app/files',
      token: accessToken,
      filename: 'words.txt',
      begin: 'a word',
      rest: ' more',
    })
    await until(async () => (await numberOf('chancery_files_incoming')) === 1)
    upload.end()
    assert.equal(await upload.status(), 200)
    assert.equal(await numberOf('chancery_files_incoming'), 0)
  })

  test('count documents that somebody edits, once for all who are inside', async ({
    client,
    assert,
    cleanup,
  }) => {
    const stage = await editorStage()
    cleanup(() => stage.close())
    const before = await numberOf('chancery_documents_editing')
    const { config } = await staged(client)
    assert.equal(await numberOf('chancery_documents_editing'), before)
    const editor = await stage.server.open(config)
    assert.equal(await numberOf('chancery_documents_editing'), before + 1)
    await editor.close()
    await until(async () => (await numberOf('chancery_documents_editing')) === before)
  })

  test('tell of what is lost', async ({ assert }) => {
    const health = new Health()
    health.watch('the dictionary', { answers: async () => false })
    app.container.swap(Health, () => health)
    try {
      assert.containsSubset(await reading('chancery_reached'), {
        'the database': 1,
        'the dictionary': 0,
      })
      assert.deepEqual(await health.lost(), ['the dictionary'])
    } finally {
      app.container.restore(Health)
    }
  })
})
