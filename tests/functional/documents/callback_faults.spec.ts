import { test } from '@japa/runner'
import { actAsSystem } from '#kernel/acting/main'
import Document from '../../../app/plugins/documents/models/document.js'
import EditingSession from '../../../app/plugins/documents/models/editing_session.js'
import { actionsOf, documentOf, versionsOf } from '../../helpers/editor_stage.js'
import { lookedAfter } from '../../helpers/looked_after.js'
import { answerOf, assertRefused, placesOf, toldSession } from '../../helpers/told_saves.js'

test.group('Documents | callbacks that cannot be taken', (group) => {
  const there = lookedAfter(group)

  test('say so of a body that is {title}')
    .with([
      { title: 'no JSON', body: '{"key":', status: 400 },
      { title: 'a list', body: '[]', status: 400 },
      { title: 'nothing', body: '', status: 400 },
      { title: 'without key and status', body: '{}', status: 400 },
      { title: 'too long', body: `"${'x'.repeat(10 * 1024 * 1024)}"`, status: 413 },
    ])
    .run(async ({ client, assert }, { body, status }) => {
      const { id, callbackUrl } = await toldSession(client, there.stage)
      const headers = { 'content-type': 'application/json' }
      const answer = await fetch(callbackUrl, { method: 'POST', body, headers })
      assert.equal(answer.status, status)
      assert.containsSubset(await answer.json(), { error: 1, code: status })
      assert.lengthOf(await versionsOf(id), 1)
    })

  test('say so of a file of which no address comes: {title}')
    .with([
      { title: 'none at all', url: undefined, reason: 'E_BAD_REQUEST' },
      { title: 'nothing readable', url: 'cache/files/a.docx', reason: 'E_EDITOR_URL' },
      { title: 'no path', url: 'data:text/plain,a', reason: 'E_EDITOR_URL' },
    ])
    .run(async ({ client, assert }, { url, reason }) => {
      const { id, save } = await toldSession(client, there.stage)
      await assertRefused(assert, id, save({ more: { url } }).send(), [400, reason])
    })

  test('say that a session, or its document, is not known', async ({ client, assert }) => {
    for (const Forgotten of [EditingSession, Document]) {
      const { id, save } = await toldSession(client, there.stage)
      const named = Forgotten === Document ? { id } : { documentId: id }
      await actAsSystem('test', () => Forgotten.query().where(named).delete())
      const { status, body } = answerOf(await save({}).send())
      assert.containsSubset({ status, body }, { status: 404, body: { error: 1 } })
    }
  })

  test('fetch from the document server alone what is named at {$self}')
    .with(['http://127.0.0.1:9', 'http://169.254.169.254', 'https://files.example.org', 'file://'])
    .run(async ({ client, assert }, base) => {
      const { id, save } = await toldSession(client, there.stage)
      const { url, payload, send } = save({})
      const { pathname, search } = new URL(url)
      const named = { ...payload, url: `${base}${pathname}${search}` }
      assert.isTrue((await send({ payload: named })).saved)
      assert.deepEqual(await placesOf(id), ['save current'])
    })

  test('save without the changes when those cannot be fetched', async ({ client, assert }) => {
    const { id, save } = await toldSession(client, there.stage)
    const changesurl = 'http://169.254.169.254/changes.zip'
    assert.isTrue((await save({ more: { changesurl } }).send()).saved)
    const [, version] = await versionsOf(id)
    assert.isNull(version!.changesFileId)
  })

  test('ask for another try, and keep nothing, when the file comes {$self}')
    .with([
      ...(['truncated', 'cut', 'empty', 'html', 'hanging', 'stalling'] as const),
      ...(['slow', 'redirecting', 'notFound', 'unavailable'] as const),
    ])
    .run(async ({ client, assert }, fault) => {
      const { id, save } = await toldSession(client, there.stage)
      const { send } = save({})
      const isSlow = fault === 'slow'
      there.stage.configure(isSlow ? { downloadSeconds: 0.05 } : { downloadIdleSeconds: 0.5 })
      there.stage.server.faults.output = fault
      const answer = answerOf(await send())
      delete there.stage.server.faults.output
      there.stage.configure()
      const body = { error: 1, code: 503, data: null }
      assert.containsSubset(answer, { status: 503, body })
      assert.lengthOf(await versionsOf(id), 1)
      assert.isTrue((await send()).saved)
      assert.lengthOf(await versionsOf(id), 2)
    })

  test('close nothing with a status 3 whose file cannot be fetched', async ({ client, assert }) => {
    const { id, config, save } = await toldSession(client, there.stage)
    const failed = save({ status: 3 })
    there.stage.server.faults.output = 'unavailable'
    const answer = answerOf(await failed.send())
    delete there.stage.server.faults.output
    assert.containsSubset(answer, { status: 503, body: { error: 1, code: 503 } })
    assert.equal((await documentOf(id)).sessionKey, config.document.key)
    assert.lengthOf(await versionsOf(id), 1)
    assert.isTrue((await failed.send()).saved)
    assert.deepEqual(await placesOf(id), ['late failed_save'])
  })

  test('refuse a file for good that is too large, or has no end', async ({ client, assert }) => {
    const { id, save } = await toldSession(client, there.stage)
    const tooLarge = [413, 'E_PAYLOAD_TOO_LARGE'] as const
    there.stage.server.faults.output = 'tooLarge'
    await assertRefused(assert, id, save({}).send(), tooLarge)
    delete there.stage.server.faults.output
    there.stage.configure({ downloadLimit: 10 })
    await assertRefused(assert, id, save({}).send(), tooLarge)
  })

  test('are noted where nobody knows their status', async ({ client, assert }) => {
    const { id, save } = await toldSession(client, there.stage)
    for (const status of [5, 99, -1]) assert.isTrue((await save({ status }).send()).saved)
    assert.deepEqual(await actionsOf(id), Array(3).fill('callback_ignored'))
  })

  test('end a session with status 26, unless it is a forced save', async ({ client, assert }) => {
    const { id, config, save } = await toldSession(client, there.stage)
    await save({ status: 26, text: 'A', more: { forcesavetype: 1 } }).send()
    assert.equal((await documentOf(id)).sessionKey, config.document.key)
    await save({ status: 26, text: 'A B' }).send()
    assert.notEqual((await documentOf(id)).sessionKey, config.document.key)
    assert.deepEqual(await placesOf(id), ['forced_save current', 'save current'])
  })
})
