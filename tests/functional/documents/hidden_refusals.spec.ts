import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { RequestLimit } from '#kernel/rate_limit/request_limit'
import { clock } from '#kernel/state/clock'
import { RefusalLog } from '../../../app/plugins/documents/callbacks/refusal_log.js'
import { baseUrl } from '../../helpers/download.js'
import { editorStage, type EditorStage } from '../../helpers/editor_stage.js'

const NOISE = 70
const MINUTE = 60_000

interface Line {
  documentId: number
  client?: string
  leftOut?: number
}

test.group('Documents | refused callbacks in the log, beside the noise of others', (group) => {
  let stage: EditorStage
  let lines: Line[]
  group.setup(async () => {
    stage = await editorStage()
    return () => stage.close()
  })
  group.each.setup(async () => {
    const refusals = new RefusalLog()
    app.container.swap(RefusalLog, () => refusals)
    const logger = await app.container.make('logger')
    const { warn, child } = logger
    lines = []
    logger.child = () => logger
    logger.warn = (about: unknown) => void lines.push(about as Line)
    clock.stop()
    return () => {
      clock.restore()
      Object.assign(logger, { warn, child })
      app.container.restore(RefusalLog)
      app.container.restore(RequestLimit)
    }
  })

  /** Through a trusted proxy, which names the client. */
  async function refused(documentId: number, client: string) {
    const answer = await fetch(`${baseUrl()}/app/document/callback/${documentId}?token=x`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': client },
      body: '{}',
    })
    await answer.arrayBuffer()
  }

  const noise = (one: (index: number) => Promise<void>) =>
    Promise.all(Array.from({ length: NOISE }, (_, index) => one(index)))

  const ofDocument = (documentId: number) => lines.filter((line) => line.documentId === documentId)

  test('are not hidden by one client that names many documents', async ({ assert }) => {
    await noise((index) => refused(1000 + index, '203.0.113.1'))
    await refused(7, '203.0.113.2')
    assert.lengthOf(ofDocument(7), 1)
    assert.isBelow(lines.length, NOISE / 2)
  })

  test('are not hidden by the same refusal of the same document to another client', async ({
    assert,
  }) => {
    await noise(() => refused(7, '203.0.113.1'))
    await refused(7, '203.0.113.2')
    assert.deepEqual(
      ofDocument(7).map(({ client }) => client),
      ['203.0.113.1', '203.0.113.2']
    )
  })

  test('are not hidden by several clients that name many documents', async ({ assert }) => {
    for (const client of ['1', '2', '3', '4'])
      await noise((index) => refused(1000 + index, `203.0.113.${client}`))
    await refused(7, '203.0.113.5')
    assert.lengthOf(ofDocument(7), 1)
  })

  test('are few, whatever is named by however many, and all are counted', async ({ assert }) => {
    await noise((index) => refused(1000 + index, `203.0.113.${index}`))
    await noise((index) => refused(2000 + index, `203.0.113.${index}`))
    const written = lines.length
    assert.isAtMost(written, 120)
    clock.travel(MINUTE)
    await refused(7, '203.0.113.1')
    const leftOut = lines.reduce((sum, line) => sum + (line.leftOut ?? 0), 0)
    assert.equal(leftOut, 2 * NOISE - written)
  })
})
