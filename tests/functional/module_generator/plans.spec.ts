import { test } from '@japa/runner'
import { makeOperator } from '#tests/helpers/accounts'
import { openGate, type OpenGate } from '#tests/helpers/open_gate'
import { base } from './stage.js'

test.group('Module generator | plans over HTTP', (group) => {
  let gate: OpenGate
  group.setup(() => {
    const opened = openGate()
    gate = opened.gate
    return opened.shut
  })

  test('say how to draft without a language model where none is configured', async ({
    client,
    assert,
  }) => {
    const refused = await client
      .post(`${base}/plans/draft`)
      .json({ prompt: 'books' })
      .loginAs(await makeOperator())
    refused.assertStatus(400)
    assert.equal(refused.body().data.reason, 'E_AI_NOT_CONFIGURED')
    assert.match(refused.body().message, /table.*fields/)
  })

  test('tell every fault of a plan', async ({ client, assert }) => {
    const operator = await makeOperator()
    const plan = { name: 'book', fields: [{ name: 'order', type: 'string' }] }
    const post = (path: string, body: object) =>
      client.post(`${base}/${path}`).json(body).loginAs(operator)
    const checked = await post('plans/validate', { plan })
    checked.assertStatus(200)
    assert.isFalse(checked.body().data.valid)
    assert.equal(checked.body().data.errors[0].field, 'fields.0.name')
    for (const path of ['preview', 'download', 'modules'])
      (await post(path, { plan })).assertStatus(422)
    ;(await post('preview', {})).assertStatus(422)
    ;(await post('plans/draft', { name: 'book', fields: 'price:dezimal' })).assertStatus(422)
  })

  test('publish the schemas of plans and pages', async ({ client, assert }) => {
    const schemas = await client.get(`${base}/plans/schema`).loginAs(await makeOperator())
    assert.properties(schemas.body().data, ['plan', 'page'])
  })

  test('refuse whoever does not hold the permission', async ({ client }) => {
    const operator = await makeOperator()
    gate.tell(operator.id, null)
    ;(await client.get(`${base}/modules`)).assertStatus(401)
    ;(await client.get(`${base}/modules`).loginAs(operator)).assertStatus(403)
    ;(await client.post(`${base}/plans/draft`).json({}).loginAs(operator)).assertStatus(403)
  })
})
