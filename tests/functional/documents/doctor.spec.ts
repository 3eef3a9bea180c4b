import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Secret } from '@adonisjs/core/helpers'
import ace from '@adonisjs/core/services/ace'
import type { ApiClient } from '@japa/api-client'
import { test } from '@japa/runner'
import { clock } from '#kernel/state/clock'
import type { EditorConfig } from '#plugins/documents/main'
import EditorDoctor from '../../../app/plugins/documents/commands/editor_doctor.js'
import DocumentLoss from '../../../app/plugins/documents/models/document_loss.js'
import { FakeDocumentServer } from '../../fakes/document_server/server.js'
import type { ConverterFaults } from '../../fakes/document_server/faults.js'
import { makeOperator } from '../../helpers/accounts.js'
import { baseUrl } from '../../helpers/download.js'
import { whileEmptyFolder, whileNoFolder } from '../../helpers/lost_storage.js'
import { editorStage, type EditorStage } from '../../helpers/editor_stage.js'

interface Check {
  check: string
  state: 'ok' | 'warning' | 'failed' | 'skipped'
  detail: string
  remedy: string | null
}

const OTHER_SECRET = 'not the secret of the document server'

test.group('Documents | diagnosis', (group) => {
  let stage: EditorStage
  group.setup(async () => {
    stage = await editorStage()
    await DocumentLoss.query().delete()
    return () => stage.close()
  })
  group.each.setup(() => () => {
    clock.restore()
    delete stage.server.faults.converter
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

  const ALL_WELL = {
    'settings': 'ok',
    'our storage': 'ok',
    'our address': 'ok',
    'our health': 'ok',
    'script': 'ok',
    'command service': 'ok',
    'secret': 'ok',
    'JWT': 'ok',
    'clocks': 'ok',
    'fetching': 'ok',
    'its signature': 'ok',
    'its files': 'ok',
    'lost saves': 'ok',
  }

  test('prove the whole circle, on a private address too, without a warning', async ({
    client,
    assert,
  }) => {
    const { healthy, checks } = await diagnose(client)
    assert.isTrue(healthy)
    assert.deepEqual(statesOf(checks), ALL_WELL)
    assert.include(named(checks, 'command service').detail, '9.3.1')
    assert.notInclude(JSON.stringify(checks), 'allowPrivateIPAddress')
    const [fetched] = stage.server.log.of('content').slice(-1)
    assert.match(fetched!.url, /\/app\/document\/editor\/probe\?token=/)
    assert.match(fetched!.headers.Authorization!, /^Bearer /)
  })

  interface Broken {
    fault: string
    changes?: Partial<EditorConfig>
    converter?: ConverterFaults
    /** What fails, and what its remedy says. */
    failed: Record<string, string>
    skipped?: string[]
  }

  test('name a broken set-up and its remedy: {fault}')
    .with([
      {
        fault: 'the editor is switched off',
        changes: { enabled: false },
        failed: { settings: 'EDITOR_ENABLED=true' },
        skipped: Object.keys(ALL_WELL).slice(1),
      },
      {
        fault: 'the secret is short',
        changes: { secret: new Secret('short') },
        failed: { settings: 'Set a longer one' },
        skipped: Object.keys(ALL_WELL).slice(1),
      },
      {
        fault: 'something else answers at the address of the document server',
        changes: { documentServerUrl: 'this service' },
        failed: {
          'script': 'EDITOR_DOCUMENT_SERVER_URL',
          'command service': 'SERVER_INTERNAL_URL',
        },
        skipped: ['secret', 'JWT', 'clocks', 'fetching', 'its signature', 'its files'],
      },
      {
        fault: 'the document server is away',
        changes: { documentServerUrl: 'http://127.0.0.1:9' },
        failed: {
          'script': 'EDITOR_DOCUMENT_SERVER_URL',
          'command service': 'Start the document server',
        },
        skipped: ['secret', 'JWT', 'clocks', 'fetching', 'its signature', 'its files'],
      },
      {
        fault: 'the secrets differ',
        changes: { secret: new Secret(OTHER_SECRET) },
        failed: { secret: 'same value' },
        skipped: ['fetching', 'its signature', 'its files'],
      },
      {
        fault: 'its outbox secret differs',
        converter: { outboxSecret: OTHER_SECRET },
        failed: { 'its signature': 'secret.outbox' },
      },
      {
        fault: 'its outbox signs by another algorithm',
        converter: { outboxAlgorithm: 'HS512' },
        failed: { 'its signature': 'token.outbox.algorithm of the document server to HS256' },
      },
      {
        fault: 'its outbox signs by none',
        converter: { outboxAlgorithm: 'none' },
        failed: { 'its signature': 'token.enable.request.outbox' },
      },
      {
        fault: 'it does not sign what it sends',
        converter: { unsigned: true },
        failed: { 'its signature': 'token.enable.request.outbox' },
      },
      {
        fault: 'our address is wrong',
        changes: { publicBaseUrl: 'http://127.0.0.1:9/prefix' },
        failed: { 'our address': 'EDITOR_PUBLIC_BASE_URL', 'fetching': 'EDITOR_PUBLIC_BASE_URL' },
        skipped: ['our health', 'its signature', 'its files'],
      },
      {
        fault: 'our address is not reached from there',
        converter: { unreachable: 'this service' },
        failed: { fetching: 'network' },
        skipped: ['its signature', 'its files'],
      },
      {
        fault: 'its address filter blocks us',
        converter: { addressFilter: 'always' as const },
        failed: { fetching: 'externalRequest.directIfIn' },
        skipped: ['its signature', 'its files'],
      },
      {
        fault: 'it cannot convert',
        converter: { error: -3 },
        failed: { 'its files': 'log of the document server' },
        skipped: ['its signature'],
      },
    ] as Broken[])
    .run(async ({ client, assert }, { changes, converter, failed, skipped = [] }) => {
      stage.configure(withOurUrl(changes))
      stage.server.faults.converter = withOurUrl(converter)
      const { healthy, checks } = await diagnose(client)
      assert.isFalse(healthy)
      const expected = Object.fromEntries([
        ...Object.entries(ALL_WELL),
        ...skipped.map((check) => [check, 'skipped']),
        ...Object.keys(failed).map((check) => [check, 'failed']),
      ])
      assert.deepEqual(statesOf(checks), expected)
      for (const [check, remedy] of Object.entries(failed)) {
        assert.include(named(checks, check).remedy, remedy)
        assert.notInclude(named(checks, check).remedy, '\n')
      }
      assert.notInclude(JSON.stringify(checks), 'allowPrivateIPAddress')
    })

  test('say that nothing is swept where the sweep is switched off', async ({ client, assert }) => {
    stage.configure({ sweepMinutes: 0 })
    const { checks } = await diagnose(client)
    const { state, detail, remedy } = named(checks, 'settings')
    assert.equal(state, 'warning')
    assert.match(detail, /EDITOR_SWEEP_MINUTES is 0/)
    assert.include(remedy, 'editor:sweep')
  })

  test('blame our storage, and not the document server, where nothing can be kept', async ({
    client,
    assert,
  }) => {
    clock.travel(10_000)
    await whileNoFolder(async () => {
      const { healthy, checks } = await diagnose(client)
      assert.isFalse(healthy)
      assert.deepEqual(statesOf(checks), {
        ...ALL_WELL,
        'our storage': 'failed',
        'our health': 'skipped',
        'its signature': 'skipped',
        'its files': 'skipped',
      })
      assert.include(named(checks, 'our storage').remedy, 'STORAGE_ROOT')
      for (const check of ['our health', 'its signature', 'its files'])
        assert.match(named(checks, check).detail, /storage/)
    })
    clock.travel(10_000)
    await client.get('/actuator/health')
  })

  test('tell a storage that is not the shared one, and how to take it over', async ({
    client,
    assert,
  }) => {
    clock.travel(10_000)
    await whileEmptyFolder(async () => {
      const { healthy, checks } = await diagnose(client)
      assert.isFalse(healthy)
      const { detail, remedy } = named(checks, 'our storage')
      assert.include(detail, "does not carry this installation's mark")
      assert.match(remedy!, /STORAGE_ROOT.*node ace files:adopt/)
    })
    clock.travel(10_000)
    await client.get('/actuator/health')
  })

  test('blame the node that says DOWN, and not the document server that gets nothing of it', async ({
    client,
    assert,
    cleanup,
  }) => {
    const unwell = createServer((_request, response) =>
      response.writeHead(503, { 'content-type': 'application/json' }).end('{"status":"DOWN"}')
    ).listen(0, '127.0.0.1')
    await once(unwell, 'listening')
    cleanup(() => void unwell.close())
    const { port } = unwell.address() as AddressInfo
    stage.configure({ publicBaseUrl: `http://127.0.0.1:${port}` })
    const { checks } = await diagnose(client)
    assert.deepEqual(statesOf(checks), {
      ...ALL_WELL,
      'our health': 'failed',
      'fetching': 'skipped',
      'its signature': 'skipped',
      'its files': 'skipped',
    })
    assert.include(named(checks, 'our health').remedy, 'log of the node')
    assert.include(named(checks, 'fetching').detail, 'our service is not well')
  })

  test('say loudly that its JWT is off, which alone keeps it from a private address', async ({
    client,
    assert,
  }) => {
    const wait = async () => undefined
    const open = await FakeDocumentServer.start({ secret: undefined, wait })
    stage.configure({ documentServerUrl: open.url })
    const { healthy, checks } = await diagnose(client)
    await open.stop()
    assert.isFalse(healthy)
    assert.deepEqual(statesOf(checks), {
      ...ALL_WELL,
      'secret': 'skipped',
      'JWT': 'failed',
      'fetching': 'failed',
      'its signature': 'skipped',
      'its files': 'skipped',
    })
    assert.include(named(checks, 'JWT').detail, 'anybody')
    assert.include(named(checks, 'JWT').remedy, 'JWT_ENABLED=true')
    assert.include(named(checks, 'fetching').remedy, 'JWT')
  })

  test('say that the clocks disagree, and by how much, not that a signature is wrong', async ({
    client,
    assert,
  }) => {
    const user = await makeOperator()
    clock.travel(10 * 60_000)
    const late = await client.get('/app/document/editor/diagnosis').loginAs(user)
    const ahead = late.body().data.checks as Check[]
    assert.equal(named(ahead, 'clocks').state, 'failed')
    assert.match(named(ahead, 'clocks').detail, /-60\d s/)
    assert.notEqual(named(ahead, 'secret').state, 'failed')
    assert.equal(named(ahead, 'its signature').state, 'failed')
    assert.include(named(ahead, 'its signature').detail, 'expired')
    assert.include(named(ahead, 'its signature').remedy, 'clocks')

    clock.restore()
    clock.travel(-10 * 60_000)
    const early = await client.get('/app/document/editor/diagnosis').loginAs(user)
    const behind = early.body().data.checks as Check[]
    assert.equal(named(behind, 'clocks').state, 'failed')
    assert.equal(named(behind, 'secret').state, 'ok')
    assert.equal(named(behind, 'fetching').state, 'skipped')
  })

  test('give up on a document server that never answers a conversion', async ({
    client,
    assert,
  }) => {
    stage.configure({ probeSeconds: 0.5 })
    stage.server.faults.converter = { endless: true }
    const { checks } = await diagnose(client)
    assert.equal(named(checks, 'fetching').state, 'failed')
    assert.include(named(checks, 'fetching').detail, '0.5 s')
  })

  test('say that what it writes cannot be fetched', async ({ client, assert }) => {
    stage.server.faults.output = 'notFound'
    const { checks } = await diagnose(client)
    delete stage.server.faults.output
    assert.equal(named(checks, 'its signature').state, 'skipped')
    assert.equal(named(checks, 'its files').state, 'failed')
    assert.include(named(checks, 'its files').remedy, 'EDITOR_DOCUMENT_SERVER_INTERNAL_URL')
  })

  test('print the same by command, and end with 1 where something failed', async ({
    client,
    assert,
  }) => {
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

  test('tell only whoever may know', async ({ client }) => {
    const user = await makeOperator()
    stage.gate.tell(user.id, null)
    ;(await client.get('/app/document/editor/diagnosis').loginAs(user)).assertStatus(403)
    ;(await client.get('/app/document/editor/diagnosis')).assertStatus(401)
  })

  test('name the algorithm by which it signs, and blame no secret for it', async ({
    client,
    assert,
  }) => {
    stage.server.faults.converter = { outboxAlgorithm: 'HS384' }
    const finding = named((await diagnose(client)).checks, 'its signature')
    assert.include(finding.detail, 'HS384')
    assert.notMatch(finding.detail + finding.remedy, /secret/i)
  })

  test('say that it signs where no signature of a callback is looked for', async ({
    client,
    assert,
  }) => {
    stage.server.faults.converter = { outboxHeader: 'X-Signature' }
    const response = await client
      .get('/app/document/editor/diagnosis')
      .loginAs(await makeOperator())
    const finding = named(response.body().data.checks, 'its signature')
    assert.equal(finding.state, 'warning')
    assert.include(finding.remedy, 'token.outbox.header')
  })

  test('show its probe to nobody without a token of it', async ({ client }) => {
    for (const token of ['', 'a.b.c']) {
      const response = await client.get('/app/document/editor/probe').qs({ token })
      response.assertStatus(403)
      response.assertBodyContains({ data: { reason: 'E_EDITOR_TOKEN' } })
    }
  })
})

/** Our address is known only once the service runs. */
function withOurUrl<Values extends object | undefined>(values: Values): Values {
  if (!values) return values
  const filled = Object.entries(values).map(([name, value]) => [
    name,
    value === 'this service' ? baseUrl() : value,
  ])
  return Object.fromEntries(filled) as Values
}
