import { Secret } from '@adonisjs/core/helpers'
import ace from '@adonisjs/core/services/ace'
import type { ApiClient } from '@japa/api-client'
import { test } from '@japa/runner'
import { clock } from '#kernel/state/main'
import type { EditorConfig } from '#plugins/documents/main'
import EditorDoctor from '../../../app/plugins/documents/commands/editor_doctor.js'
import { FakeDocumentServer } from '../../fakes/document_server/server.js'
import type { ConverterFaults, OutputFault } from '../../fakes/document_server/faults.js'
import { makeOperator } from '../../helpers/accounts.js'
import { baseUrl } from '../../helpers/download.js'
import { editorStage, type EditorStage } from '../../helpers/editor_stage.js'

interface Check {
  check: string
  state: 'ok' | 'warning' | 'failed' | 'skipped'
  detail: string
  remedy: string | null
}

const COMMANDS = ['secret', 'JWT', 'clocks']
const PROBED = ['its signature', 'its files']
const CONVERTED = ['fetching', ...PROBED, 'undelivered saves']
const OURS = ['settings', 'our storage', 'our address', 'our health']
const CHECKS = [...OURS, 'script', 'command service', ...COMMANDS, ...CONVERTED]
const AWAY = 'http://127.0.0.1:9'
const OTHER_SECRET = 'not the secret of the document server'

test.group('Documents | diagnosis', (group) => {
  let stage: EditorStage
  group.setup(async () => {
    stage = await editorStage()
    return () => stage.close()
  })
  group.each.setup(() => () => {
    clock.restore()
    delete stage.server.faults.converter
    delete stage.server.faults.output
    stage.configure()
  })

  async function diagnose(client: ApiClient) {
    const user = await makeOperator()
    const response = await client.get('/app/document/editor/diagnosis').loginAs(user)
    response.assertStatus(200)
    return response.body().data as { healthy: boolean; checks: Check[] }
  }

  const statesOf = (checks: readonly Check[]) =>
    Object.fromEntries(checks.map(({ check, state }) => [check, state]))

  const named = (checks: readonly Check[], name: string) =>
    checks.find(({ check }) => check === name)!

  const states = (failed: readonly string[], skipped: readonly string[]) => ({
    ...Object.fromEntries(CHECKS.map((check) => [check, 'ok'])),
    ...Object.fromEntries(skipped.map((check) => [check, 'skipped'])),
    ...Object.fromEntries(failed.map((check) => [check, 'failed'])),
  })

  test('prove the whole circle on a private address, unwarned', async ({ client, assert }) => {
    const { healthy, checks } = await diagnose(client)
    assert.isTrue(healthy)
    assert.deepEqual(statesOf(checks), states([], []))
    assert.include(named(checks, 'command service').detail, '9.3.1')
    assert.notInclude(JSON.stringify(checks), 'allowPrivateIPAddress')
    const [fetched] = stage.server.log.of('content').slice(-1)
    assert.match(fetched!.url, /\/app\/document\/editor\/probe\?token=/)
    assert.match(fetched!.headers.Authorization!, /^Bearer /)
  })

  interface Broken {
    fault: string
    changes?: () => Partial<EditorConfig>
    converter?: () => ConverterFaults
    output?: OutputFault
    /** What fails, and what its remedy says. */
    failed: Record<string, string>
    skipped?: string[]
  }

  const BROKEN: Broken[] = [
    {
      fault: 'the editor is switched off',
      changes: () => ({ enabled: false }),
      failed: { settings: 'EDITOR_ENABLED=true' },
      skipped: CHECKS.slice(1),
    },
    {
      fault: 'something else answers at the address of the document server',
      changes: () => ({ documentServerUrl: baseUrl() }),
      failed: { 'script': 'EDITOR_DOCUMENT_SERVER_URL', 'command service': 'SERVER_INTERNAL_URL' },
      skipped: [...COMMANDS, ...CONVERTED],
    },
    {
      fault: 'the document server is away',
      changes: () => ({ documentServerUrl: AWAY }),
      failed: { 'script': 'EDITOR_DOCUMENT_SERVER_URL', 'command service': 'Start the document' },
      skipped: [...COMMANDS, ...CONVERTED],
    },
    {
      fault: 'the secrets differ',
      changes: () => ({ secret: new Secret(OTHER_SECRET) }),
      failed: { secret: 'same value' },
      skipped: CONVERTED,
    },
    {
      fault: 'its outbox secret differs',
      converter: () => ({ outboxSecret: OTHER_SECRET }),
      failed: { 'its signature': 'secret.outbox' },
    },
    {
      fault: 'its outbox signs by another algorithm',
      converter: () => ({ outboxAlgorithm: 'HS512' }),
      failed: { 'its signature': 'token.outbox.algorithm of the document server to HS256' },
    },
    {
      fault: 'it does not sign what it sends',
      converter: () => ({ unsigned: true }),
      failed: { 'its signature': 'token.enable.request.outbox' },
    },
    {
      fault: 'our address is wrong',
      changes: () => ({ publicBaseUrl: `${AWAY}/prefix` }),
      failed: { 'our address': 'EDITOR_PUBLIC_BASE_URL', 'fetching': 'EDITOR_PUBLIC_BASE_URL' },
      skipped: ['our health', ...PROBED],
    },
    {
      fault: 'our address is not reached from there',
      converter: () => ({ unreachable: baseUrl() }),
      failed: { fetching: 'network' },
      skipped: PROBED,
    },
    {
      fault: 'its address filter blocks us',
      converter: () => ({ addressFilter: 'always' }),
      failed: { fetching: 'externalRequest.directIfIn' },
      skipped: PROBED,
    },
    {
      fault: 'it cannot convert',
      converter: () => ({ error: -3 }),
      failed: { 'its files': 'log of the document server' },
      skipped: ['its signature'],
    },
    {
      fault: 'what it writes cannot be fetched',
      output: 'notFound',
      failed: { 'its files': 'EDITOR_DOCUMENT_SERVER_INTERNAL_URL' },
      skipped: ['its signature'],
    },
  ]

  test('name a broken set-up and its remedy: {fault}')
    .with(BROKEN)
    .run(async ({ client, assert }, { changes, converter, output, failed, skipped = [] }) => {
      stage.configure(changes?.())
      Object.assign(stage.server.faults, { converter: converter?.(), output })
      const { healthy, checks } = await diagnose(client)
      assert.isFalse(healthy)
      assert.deepEqual(statesOf(checks), states(Object.keys(failed), skipped))
      for (const [check, remedy] of Object.entries(failed))
        assert.include(named(checks, check).remedy, remedy)
      assert.notInclude(JSON.stringify(checks), 'allowPrivateIPAddress')
    })

  test('say that its JWT is off, which bars private addresses', async ({ client, assert }) => {
    const wait = async () => undefined
    const open = await FakeDocumentServer.start({ secret: undefined, wait })
    stage.configure({ documentServerUrl: open.url })
    const { healthy, checks } = await diagnose(client)
    await open.stop()
    assert.isFalse(healthy)
    const skipped = ['secret', ...PROBED, 'undelivered saves']
    assert.deepEqual(statesOf(checks), states(['JWT', 'fetching'], skipped))
    assert.include(named(checks, 'JWT').detail, 'anybody')
    assert.include(named(checks, 'JWT').remedy, 'JWT_ENABLED=true')
    assert.include(named(checks, 'fetching').remedy, 'JWT')
  })

  test('say that the clocks disagree, and by how much, not that a signature is wrong', async ({
    client,
    assert,
  }) => {
    clock.travel(10 * 60_000)
    const { checks: ahead } = await diagnose(client)
    assert.equal(named(ahead, 'clocks').state, 'failed')
    assert.match(named(ahead, 'clocks').detail, /-60\d s/)
    assert.notEqual(named(ahead, 'secret').state, 'failed')
    assert.equal(named(ahead, 'its signature').state, 'failed')
    assert.include(named(ahead, 'its signature').detail, 'expired')
    assert.include(named(ahead, 'its signature').remedy, 'clocks')

    clock.restore()
    clock.travel(-10 * 60_000)
    const { checks: behind } = await diagnose(client)
    assert.equal(named(behind, 'clocks').state, 'failed')
    assert.equal(named(behind, 'secret').state, 'ok')
    assert.equal(named(behind, 'fetching').state, 'skipped')
  })

  test('print the same by command, and exit with 1 on a failure', async ({ client, assert }) => {
    const printed = async () => {
      const command = await ace.create(EditorDoctor, [])
      command.ui.switchMode('raw')
      await command.exec()
      const lines = command.logger.getLogs().map(({ message }) => message)
      return { lines, exitCode: command.exitCode }
    }
    const linesOf = (checks: readonly Check[]) =>
      checks.flatMap(({ check, state, detail, remedy }) => [
        `${{ ok: '✔', warning: '!', failed: '✘', skipped: '-' }[state]} ${check}: ${detail}`,
        ...(remedy ? [`    ${remedy}`] : []),
      ])

    const well = await printed()
    assert.deepEqual(well.lines, linesOf((await diagnose(client)).checks))
    assert.notEqual(well.exitCode, 1)
    stage.server.faults.converter = { outboxSecret: OTHER_SECRET }
    const broken = await printed()
    assert.deepEqual(broken.lines, linesOf((await diagnose(client)).checks))
    assert.equal(broken.exitCode, 1)
  })

  test('show its probe to nobody without a token of it', async ({ client }) => {
    for (const token of ['', 'a.b.c']) {
      const response = await client.get('/app/document/editor/probe').qs({ token })
      response.assertStatus(403)
      response.assertBodyContains({ data: { reason: 'E_EDITOR_TOKEN' } })
    }
  })
})
