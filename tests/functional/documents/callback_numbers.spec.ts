import { test } from '@japa/runner'
import { ConverterService } from '../../../app/plugins/documents/editor/converter_service.js'
import type { ServerRequests } from '../../../app/plugins/documents/editor/server_requests.js'
import { contributorsOf } from '../../../app/plugins/documents/notices/contributors.js'
import { makeOperator } from '../../helpers/accounts.js'
import {
  documentOf,
  editorStage,
  staged,
  versionsOf,
  type EditorStage,
} from '../../helpers/editor_stage.js'
import { wordBytes } from '../../helpers/packages.js'

/** Of nobody: beyond what any column of ids holds, no whole numbers, or none at all. */
const NOBODYS = ['2147483648', '4294967297', '9007199254740991', '1e12', '1.5', '-1', '0', 'NaN']

/** What a number can be read from, written as no id of ours is. */
const otherwise = (id: number) => [
  `0x${id.toString(16)}`,
  `0000${id}`,
  ` ${id}`,
  `${id}.0`,
  `${id}e0`,
  `+${id}`,
]

test.group('Documents | numbers of callbacks', (group) => {
  let stage: EditorStage
  group.setup(async () => {
    stage = await editorStage()
    return () => stage.close()
  })

  type Config = Awaited<ReturnType<typeof staged>>['config']

  function sender({ document: { key }, editorConfig }: Config) {
    return async (members: Record<string, unknown>) => {
      const payload = { key, status: 1, ...members }
      const sending = { callbackUrl: editorConfig.callbackUrl!, payload, form: 'both' as const }
      return (await stage.server.sendCallback(sending)).reply!
    }
  }

  for (const status of [2, 6])
    test(`keep a save of whoever has an id that nobody has, with status ${status}`, async ({
      client,
      assert,
    }) => {
      for (const userid of NOBODYS) {
        const { id, config } = await staged(client)
        const changes = [{ created: '2026-01-01 00:00:00', user: { id: userid, name: 'Nobody' } }]
        const answer = await sender(config)({
          status,
          url: stage.server.offer(wordBytes(userid), 'docx'),
          users: [userid],
          actions: [{ type: 0, userid }],
          history: { serverVersion: '9.3.1', changes },
        })
        assert.equal(answer.status, 200, `${userid}: ${answer.body}`)
        assert.lengthOf(await versionsOf(id), 2)
      }
    })

  test('note of them that they come, leave and fail', async ({ client, assert }) => {
    const { config, owner } = await staged(client)
    for (const userid of NOBODYS)
      for (const [status, type] of [
        [1, 1],
        [1, 0],
        [4, 0],
        [7, 0],
        [3, 0],
      ] as const) {
        const users = [userid, String(owner.id)]
        const answer = await sender(config)({ status, users, actions: [{ type, userid }] })
        assert.equal(answer.status, 200, `${status} ${userid}: ${answer.body}`)
      }
  })

  test('take nothing for the id of somebody that is not written as theirs', async ({
    client,
    assert,
  }) => {
    for (const userid of otherwise((await makeOperator()).id)) {
      const { id, config, owner } = await staged(client)
      const send = sender(config)
      await send({ users: [userid], actions: [{ type: 1, userid }] })
      assert.deepEqual((await documentOf(id)).editing, [], userid)
      const changes = [{ created: '2026-01-01 00:00:00', user: { id: userid, name: 'Nobody' } }]
      const url = stage.server.offer(wordBytes(userid), 'docx')
      const history = { serverVersion: '9.3.1', changes }
      await send({ status: 2, url, users: [userid], history })
      const version = (await versionsOf(id)).at(-1)!
      assert.isNull(version.authorId, userid)
      assert.deepEqual(contributorsOf({ authorId: owner.id, history }), [owner.id], userid)
    }
  })

  test('find no source by a number that no document has', async ({ client, assert }) => {
    const { id, config, owner } = await staged(client)
    const { instanceId } = config.document.referenceData as { instanceId: string }
    for (const fileKey of NOBODYS)
      for (const named of [
        { referenceData: { fileKey, instanceId } },
        { link: `${instanceId}/document/9999999999` },
      ]) {
        const answer = await client
          .post(`/app/document/${id}/sources`)
          .loginAs(owner)
          .json({ purpose: 'reference', ...named })
        assert.equal(answer.status(), 404, JSON.stringify(answer.body()))
      }
  })

  test('take what a conversion says of its progress for a percentage', async ({ assert }) => {
    for (const [percent, known] of [
      [1e12, 100],
      [-3, 0],
      [33.4, 33],
      ['half', 0],
    ]) {
      const post = async () => ({ members: { endConvert: false, percent }, answeredAt: Number.NaN })
      const converter = new ConverterService({ post } as unknown as ServerRequests)
      const progress = await converter.convert({
        key: 'k',
        url: 'u',
        fileType: 'a',
        outputType: 'b',
      })
      assert.deepEqual(progress, { state: 'running', percent: known as number })
    }
  })

  test('say of a number that no row has that there is none', async ({ client, assert }) => {
    const owner = await makeOperator()
    for (const path of ['2147483648', '999999999999999'])
      assert.equal((await client.get(`/app/document/${path}`).loginAs(owner)).status(), 404)
  })
})
