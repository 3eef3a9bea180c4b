import app from '@adonisjs/core/services/app'
import { actAsSystem } from '#kernel/acting/main'
import { Gate } from '#kernel/permissions/main'
import { test } from '@japa/runner'
import { makeOperator } from '#tests/helpers/accounts'
import { OpenGate } from '#tests/helpers/open_gate'
import GeneratedModule from '../../../app/plugins/module_generator/models/generated_module.js'
import type { ModulePlan } from '../../../app/plugins/module_generator/main.js'
import { base } from './stage.js'

const title = { name: 'title', type: 'string' as const }
const plans: ModulePlan[] = [
  { name: 'referred', fields: [title] },
  {
    name: 'referring',
    fields: [title, { name: 'other', type: 'belongsTo', target: 'referred' }],
  },
]

test.group('Module generator | modules that refer to each other', (group) => {
  group.setup(() => {
    app.container.swap(Gate, () => new OpenGate())
    return () => app.container.restore(Gate)
  })

  test('refuse to undo one that another refers to, even by force', async ({
    client,
    assert,
    cleanup,
  }) => {
    const modules = await actAsSystem('a test', () =>
      GeneratedModule.createMany(
        plans.map((plan) => ({
          name: plan.name,
          title: plan.name,
          path: `/app/${plan.name}s`,
          status: 'applied' as const,
          plan,
          migrations: [],
        }))
      )
    )
    cleanup(async () => {
      for (const module of modules) await module.delete()
    })
    const refused = await client
      .delete(`${base}/modules/${modules[0]!.id}?force=true`)
      .loginAs(await makeOperator())
    refused.assertStatus(409)
    assert.equal(refused.body().data.reason, 'E_IN_USE')
    assert.include(refused.body().message, 'referring')
  })
})
