import ace from '@adonisjs/core/services/ace'
import { test } from '@japa/runner'
import { makeOperator } from '#tests/helpers/accounts'
import { openGate } from '#tests/helpers/open_gate'
import MakeModule from '../../../app/plugins/module_generator/commands/make_module.js'
import { base, RecordedModel } from './stage.js'

/** Something answers at its path already, which is found out once it was reviewed. */
const drafted = {
  name: 'drafted-thing',
  path: '/app/files',
  fields: [{ name: 'title', type: 'string', label: 'Title' }],
}
const reordered = {
  fields: [{ label: 'Title', type: 'string', name: 'title' }],
  path: '/app/files',
  name: 'drafted-thing',
}

test.group('Module generator | drafts of a language model', (group) => {
  const model = RecordedModel.for(group)
  group.setup(() => openGate().shut)
  group.each.setup(() => model.replay({ answers: [JSON.stringify(drafted)] }))

  test('make nothing of one before its preview was seen', async ({ client, assert }) => {
    const operator = await makeOperator()
    const draft = await client
      .post(`${base}/plans/draft`)
      .json({ prompt: 'things' })
      .loginAs(operator)
    draft.assertStatus(200)
    const apply = (body: object) => client.post(`${base}/modules`).json(body).loginAs(operator)

    for (const plan of [draft.body().data.plan, reordered]) {
      const refused = await apply({ plan })
      refused.assertStatus(409)
      assert.equal(refused.body().data.reason, 'E_PLAN_UNREVIEWED')
      const guessed = await apply({ plan, reviewed: '0'.repeat(64) })
      assert.equal(guessed.body().data.reason, 'E_PLAN_UNREVIEWED')
    }

    const shown = await client
      .post(`${base}/preview`)
      .json({ plan: draft.body().data.plan })
      .loginAs(operator)
    const { digest, files } = shown.body().data
    assert.isNotEmpty(files)
    const passed = await apply({ plan: draft.body().data.plan, reviewed: digest })
    passed.assertStatus(409)
    assert.match(passed.body().message, /Something answers at \/app\/files already/)
  })

  test('make what a person changed in one at once', async ({ client, assert }) => {
    const operator = await makeOperator()
    await client.post(`${base}/plans/draft`).json({ prompt: 'things' }).loginAs(operator)
    const plan = { ...drafted, title: 'Changed by a person' }
    const refused = await client.post(`${base}/modules`).json({ plan }).loginAs(operator)
    assert.match(refused.body().message, /Something answers at/)
  })

  test('show one by command, and ask before anything is made of it', async ({ assert }) => {
    const terminal = process.stdin.isTTY
    for (const [isTerminal, agrees, told] of [
      [false, true, /--reviewed [0-9a-f]{64}/],
      [true, false, /--reviewed [0-9a-f]{64}/],
      [true, true, /Something answers at/],
    ] as const) {
      ace.ui.switchMode('raw')
      const command = await ace.create(MakeModule, ['--prompt', 'things'])
      const asked = command.prompt.trap(
        'A language model drafted this plan. Make the module as shown?'
      )
      if (agrees) asked.accept()
      else asked.reject()
      process.stdin.isTTY = isTerminal
      await command.exec()
      process.stdin.isTTY = terminal

      const output = command.ui.logger
        .getLogs()
        .map(({ message }) => message)
        .join('\n')
      assert.equal(command.exitCode, 1)
      assert.match(output, told)
      assert.include(output, '"path": "/app/files"')
      ace.ui.switchMode('normal')
    }
  })
})
