import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { test } from '@japa/runner'
import type { SignedForm } from '../../fakes/document_server/signed_callback.js'
import {
  actionsOf,
  editorStage,
  staged,
  versionsOf,
  type EditorStage,
} from '../../helpers/editor_stage.js'
import { wordBytes } from '../../helpers/packages.js'

const RUNS = Number(process.env.PROPERTY_RUNS ?? 40)

const ODD = [
  '\0',
  '\ud83d',
  '\ude00',
  '🙂',
  '𠮷',
  'é',
  'e\u0301',
  '\uffff',
  '\\',
  '"',
  "'",
  '\u2028',
  'a',
]
const odd = fc.array(fc.constantFrom(...ODD), { maxLength: 12 }).map((units) => units.join(''))
const units = fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 12 })
const any = units.map((codes) => String.fromCharCode(...codes))
const long = fc
  .tuple(fc.constantFrom(...ODD), fc.constantFrom(129, 5_000, 70_000))
  .map(([unit, times]) => unit.repeat(times))
const text = fc.oneof({ weight: 6, arbitrary: odd }, { weight: 3, arbitrary: any }, long)

const change = fc.record({
  documentSha256: text,
  created: text,
  user: fc.record({ id: text, name: text }),
})
const history = fc.record({ serverVersion: text, changes: fc.array(change, { maxLength: 3 }) })
const textsOf = (word: fc.Arbitrary<string>) =>
  fc.record({
    history,
    users: fc.array(word, { maxLength: 3 }),
    actions: fc.array(fc.record({ type: fc.integer({ min: 0, max: 2 }), userid: word }), {
      maxLength: 2,
    }),
    userdata: word,
    filetype: word,
    lastsave: word,
  })
/** In a header as long as any server takes. */
const short = fc.oneof(odd, any)

test.group('Documents | texts of callbacks', (group) => {
  let stage: EditorStage
  group.setup(async () => {
    stage = await editorStage()
    return () => stage.close()
  })

  for (const form of ['none', 'both', 'body'] as const)
    test(`keep the save whatever its texts are, signed in: ${form}`, async ({ client, assert }) => {
      const { id, owner, config } = await staged(client)
      const send = sender(config, form)
      const texts = textsOf(form === 'both' ? short : text)
      await fc.assert(
        fc.asyncProperty(texts, async (members) => {
          const before = (await versionsOf(id)).length
          const answer = await send({ ...members, status: 6 })
          assert.equal(answer.status, 200, answer.body)
          assert.lengthOf(await versionsOf(id), before + 1)
        }),
        { numRuns: RUNS }
      )
      const shown = await client.get(`/app/document/${id}/history`).loginAs(owner)
      shown.assertStatus(200)
      assert.isTrue(JSON.stringify(shown.body()).isWellFormed())
    })

  test('note whoever is inside, and what failed, whatever the texts are', async ({
    client,
    assert,
  }) => {
    const { config } = await staged(client)
    const send = sender(config, 'none')
    await fc.assert(
      fc.asyncProperty(textsOf(text), fc.constantFrom(1, 3, 4, 7), async (members, status) => {
        const answer = await send({ ...members, status, url: undefined })
        assert.equal(answer.status, 200, answer.body)
      }),
      { numRuns: RUNS }
    )
  })

  test('keep of a history what can be kept', async ({ client, assert }) => {
    const { id, config } = await staged(client)
    const user = { id: '1', name: 'A\0nn \ud83d🙂' }
    const large = { created: 'x'.repeat(300_000), user: { id: '2', name: 'Bob' } }
    const changes = [{ created: '2026-01-01 00:00:00', user }, large, 'x'.repeat(300_000)]
    await sender(config, 'body')({ status: 2, history: { serverVersion: '9.3.1', changes } })
    const [, version] = await versionsOf(id)
    const kept = JSON.parse(version!.history!).changes as { user?: { id: string; name: string } }[]
    assert.deepEqual(kept[0]!.user, { id: '1', name: 'Ann \ufffd🙂' })
    assert.deepEqual(kept[1]!.user, { id: '2', name: 'Bob' })
    assert.lengthOf(kept, 3)
  })

  test('note the many who are inside', async ({ client, assert }) => {
    const { config } = await staged(client)
    const users = Array.from({ length: 20_000 }, (_, index) => String(index))
    const answer = await sender(config, 'body')({ status: 1, users, userdata: 'asked' })
    assert.equal(answer.status, 200, answer.body)
  })

  for (const status of [1, 2])
    test(`note no more comings and goings than happen at once, with status ${status}`, async ({
      client,
      assert,
    }) => {
      const { id, owner, config } = await staged(client)
      const actions = Array.from({ length: 300 }, () => ({ type: 1, userid: String(owner.id) }))
      const answer = await sender(config, 'body')({ status, actions })
      assert.equal(answer.status, 200, answer.body)
      const started = (await actionsOf(id)).filter((action) => action === 'editing_started')
      assert.lengthOf(started, status === 1 ? 100 : 0)
      assert.lengthOf(await versionsOf(id), status)
    })

  /** Sends the members with a file that nobody has sent before. */
  function sender(
    { document: { key }, editorConfig }: Awaited<ReturnType<typeof staged>>['config'],
    form: SignedForm
  ) {
    return async (members: Record<string, unknown>) => {
      const url = stage.server.offer(wordBytes(randomBytes(8).toString('hex')), 'docx')
      const payload = { key, url, ...members }
      const sending = { callbackUrl: editorConfig.callbackUrl!, payload, form }
      const { reply } = await stage.server.sendCallback(sending)
      return reply!
    }
  }
})
