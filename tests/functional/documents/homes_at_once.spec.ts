import app from '@adonisjs/core/services/app'
import db from '@adonisjs/lucid/services/db'
import { test } from '@japa/runner'
import { DateTime } from 'luxon'
import { HomeQuestion } from '../../../app/plugins/documents/editor/home_question.js'
import EditorQuestion from '../../../app/plugins/documents/models/editor_question.js'
import { baseUrl } from '../../helpers/download.js'
import { editorStage, type EditorStage } from '../../helpers/editor_stage.js'

const AT_ONCE = 24
const ONE_WRITER = (process.env.DB_CONNECTION ?? 'sqlite') === 'sqlite'

test.group('Documents | whose database it is, asked by several at once', (group) => {
  let stage: EditorStage
  group.setup(async () => {
    stage = await editorStage()
    return () => stage.close()
  })
  group.each.setup(() => async () => void (await EditorQuestion.query().delete()))

  const ask = async () => {
    const question = await app.container.make(HomeQuestion)
    return question.ask(baseUrl(), { viaServer: false })
  }
  const leftBehind = (question: string, days: number) =>
    EditorQuestion.create({ question, askedAt: DateTime.now().minus({ days }) })

  test('is answered to each, and no question is left over', async ({ assert }) => {
    for (let one = 0; one < AT_ONCE; one++) await leftBehind(`left behind ${one}`, 2)
    assert.deepEqual(
      await Promise.all(Array.from({ length: AT_ONCE }, ask)),
      Array(AT_ONCE).fill('here')
    )
    assert.lengthOf(await EditorQuestion.all(), 0)
  })

  test('is forgotten without waiting for another’s question', async ({ assert }) => {
    const another = await leftBehind('asked just now', 0)
    const trx = await db.transaction()
    try {
      await EditorQuestion.query({ client: trx }).where({ id: another.id }).forUpdate()
      assert.equal(await ask(), 'here')
    } finally {
      await trx.rollback()
    }
    assert.deepEqual(
      (await EditorQuestion.all()).map(({ question }) => question),
      ['asked just now']
    )
  }).skip(ONE_WRITER, 'SQLite lets one write at a time')
})
