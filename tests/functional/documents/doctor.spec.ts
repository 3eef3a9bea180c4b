import { Secret } from '@adonisjs/core/helpers'
import { test } from '@japa/runner'
import { clock } from '#kernel/state/clock'
import type { EditorConfig } from '#plugins/documents/main'
import { makeOperator } from '../../helpers/accounts.js'
import { editorStage, type EditorStage } from '../../helpers/editor_stage.js'

test.group('Documents | diagnosis', (group) => {
  let stage: EditorStage
  group.setup(async () => {
    stage = await editorStage()
    return () => stage.close()
  })
  group.each.setup(() => () => {
    clock.restore()
    stage.configure()
  })

  test('find a set-up on one machine sound, and warn of its private address', async ({
    client,
    assert,
  }) => {
    const response = await client
      .get('/app/document/editor/diagnosis')
      .loginAs(await makeOperator())
    response.assertStatus(200)
    const { healthy, checks } = response.body().data
    assert.isTrue(healthy)
    assert.deepEqual(
      checks.map(({ check, state }: Record<string, string>) => `${check}: ${state}`),
      [
        'settings: ok',
        'script: ok',
        'command service: ok',
        'secret: ok',
        'clocks: ok',
        'our address: ok',
        'private addresses: warning',
      ]
    )
    assert.include(checks[2].detail, '9.3.1')
  })

  test('find that {fault}')
    .with([
      {
        fault: 'the editor is switched off',
        changes: { enabled: false } as Partial<EditorConfig>,
        check: 'settings',
        remedy: 'EDITOR_ENABLED=true',
      },
      {
        fault: 'the secret is short',
        changes: { secret: new Secret('short') },
        check: 'settings',
        remedy: 'Set a longer one',
      },
      {
        fault: 'the secrets differ',
        changes: { secret: new Secret('not the secret of the document server') },
        check: 'secret',
        remedy: 'same value',
      },
      {
        fault: 'the document server is away',
        changes: { documentServerUrl: 'http://127.0.0.1:9' },
        check: 'command service',
        remedy: 'Start the document server',
      },
      {
        fault: 'the script is somewhere else',
        changes: { documentServerUrl: 'http://127.0.0.1:9' },
        check: 'script',
        remedy: 'EDITOR_DOCUMENT_SERVER_URL',
      },
      {
        fault: 'our address is not ours',
        changes: { publicBaseUrl: 'http://127.0.0.1:9/prefix' },
        check: 'our address',
        remedy: 'EDITOR_PUBLIC_BASE_URL',
      },
    ])
    .run(async ({ client, assert }, { changes, check, remedy }) => {
      stage.configure(changes)
      const response = await client
        .get('/app/document/editor/diagnosis')
        .loginAs(await makeOperator())
      const { healthy, checks } = response.body().data
      assert.isFalse(healthy)
      const finding = checks.find((one: { check: string }) => one.check === check)
      assert.equal(finding.state, 'failed')
      assert.include(finding.remedy, remedy)
      assert.notInclude(finding.remedy, '\n')
    })

  test('find that the clocks disagree', async ({ client, assert }) => {
    const user = await makeOperator()
    clock.travel(10 * 60_000)
    const response = await client.get('/app/document/editor/diagnosis').loginAs(user)
    const finding = response
      .body()
      .data.checks.find((one: { check: string }) => one.check === 'clocks')
    assert.equal(finding.state, 'failed')
    assert.match(finding.detail, /-60\d s/)
  })

  test('tell only whoever may know', async ({ client }) => {
    const user = await makeOperator()
    stage.gate.tell(user.id, null)
    ;(await client.get('/app/document/editor/diagnosis').loginAs(user)).assertStatus(403)
  })
})
