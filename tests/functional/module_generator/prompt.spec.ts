import { test } from '@japa/runner'
import { actAsSystem } from '#kernel/acting/main'
import { makeOperator } from '#tests/helpers/accounts'
import { openGate } from '#tests/helpers/open_gate'
import ModuleHistory from '../../../app/plugins/module_generator/models/module_history.js'
import { recordings } from './prompt_recordings.js'
import { base, RecordedModel } from './stage.js'

test.group('Module generator | prompts', (group) => {
  const model = RecordedModel.for(group)
  group.setup(() => openGate().shut)

  for (const { title, prompt, expected, ...recorded } of recordings) {
    test(`draft from a prompt: ${title}`, async ({ client, assert }) => {
      model.replay(recorded)
      const operator = await makeOperator()
      const drafted = await client.post(`${base}/plans/draft`).json({ prompt }).loginAs(operator)

      drafted.assertStatus(expected.status)
      assert.isAtMost(model.asked.length, 3)
      if (expected.rounds) assert.lengthOf(model.asked, expected.rounds)
      if (expected.name) assert.equal(drafted.body().data.plan.name, expected.name)
      if (expected.reason) assert.equal(drafted.body().data.reason, expected.reason)
    })
  }

  test('keep prompts, answers, tokens and their cost, without secrets', async ({
    client,
    assert,
  }) => {
    model.replay({ answers: ['{"name":"book","fields":[{"name":"title","type":"string"}]}'] })
    const operator = await makeOperator()
    const prompt = 'books; password: hunter2hunter2 and key sk-abcdefghijklmnop1234'
    ;(await client.post(`${base}/plans/draft`).json({ prompt }).loginAs(operator)).assertStatus(200)

    const kept = await actAsSystem('a test', () =>
      ModuleHistory.query().where('operatorId', operator.id).firstOrFail()
    )
    assert.notMatch(kept.prompt!, /hunter2|abcdefghijklmnop/)
    assert.deepEqual([kept.promptTokens, kept.answerTokens], [100, 20])
    assert.equal(kept.cost, (100 * 2 + 20 * 10) / 1_000_000)
    assert.lengthOf(kept.answers!, 1)
  })
})
