import { randomBytes } from 'node:crypto'
import db from '@adonisjs/lucid/services/db'
import { test } from '@japa/runner'
import type { ApiClient } from '@japa/api-client'
import { toStored } from '#kernel/database/instant'
import { actAsSystem } from '#kernel/operator/acting'
import { clock } from '#kernel/state/clock'
import { EditingGuard } from '../../../app/plugins/documents/guard/editing_guard.js'
import Document from '../../../app/plugins/documents/models/document.js'
import DocumentKey from '../../../app/plugins/documents/models/document_key.js'
import { replaceKey } from '../../../app/plugins/documents/versions/document_keys.js'
import { lockedDocument } from '../../../app/plugins/documents/versions/locked_document.js'
import { documentTexts } from '../../fakes/document_server/ooxml.js'
import { makeOperator } from '../../helpers/accounts.js'
import { download } from '../../helpers/download.js'
import {
  configOf,
  documentOf,
  editorStage,
  staged,
  versionsOf,
  type EditorStage,
} from '../../helpers/editor_stage.js'
import { noticesOf } from '../../helpers/heard_notices.js'

const MINUTE_MS = 60_000

test.group('Documents | what the present session saves beside', (group) => {
  const notices = noticesOf(group)
  let stage: EditorStage
  group.setup(async () => {
    stage = await editorStage({ now: () => clock.now() })
    return () => stage.close()
  })
  group.each.setup(() => () => clock.restore())

  const become = (id: number, status: 'approved' | 'draft') =>
    actAsSystem('test', () => Document.query().where({ id }).update({ status }))

  const goOnWithout = (id: number) =>
    actAsSystem('test', () =>
      db.transaction(async (trx) => {
        const document = await lockedDocument(id, trx)
        await replaceKey(document, 'replaced', trx)
        await document.useTransaction(trx).save()
      })
    )

  /** The document must not change, and is open under its present key all the same. */
  async function editing(client: ApiClient) {
    const { id, owner, config } = await staged(client)
    const editor = await stage.server.open(config)
    await become(id, 'approved')
    return { id, owner, config, editor }
  }

  type Editing = Awaited<ReturnType<typeof editing>>

  async function save({ editor }: Pick<Editing, 'editor'>, text: string) {
    editor.edit(text)
    clock.travel(MINUTE_MS)
    await editor.forceSave()
  }

  const besides = async (id: number) => (await versionsOf(id)).filter(({ beside }) => beside)
  const saidBeside = (userId: number) => notices.toldTo(userId).length

  test('is one version, and told once, however often one person saves', async ({
    client,
    assert,
  }) => {
    const one = await editing(client)
    for (const text of ['One.', 'Two.', 'Three.']) await save(one, text)
    clock.travel(MINUTE_MS)
    await one.editor.close()
    const [version, ...others] = await besides(one.id)
    assert.lengthOf(others, 0)
    const path = `/app/document/${one.id}/versions/${version!.no}/content`
    const { bytes } = await download(client, path)
    assert.includeMembers(documentTexts(bytes, 'docx'), ['One.', 'Two.', 'Three.'])
    assert.equal(saidBeside(one.owner.id), 1)
    assert.equal((await documentOf(one.id)).versionNo, 1)
  })

  test('is kept where what comes later holds fewer changes', async ({ client, assert }) => {
    const one = await editing(client)
    await save(one, 'One.')
    const [fuller] = await besides(one.id)
    await fuller!.merge({ changesSize: 2 * fuller!.changesSize! + 10_000 }).save()
    await save(one, 'Two.')
    assert.lengthOf(await besides(one.id), 2)
    await one.editor.close()
  })

  test('is kept each time where several have written', async ({ client, assert }) => {
    const one = await editing(client)
    const ann = await makeOperator()
    await become(one.id, 'draft')
    const anns = { editor: await stage.server.open(await configOf(client, one.id, ann)) }
    await become(one.id, 'approved')
    await save(one, 'One.')
    await save(anns, 'Two.')
    await save(one, 'Three.')
    assert.lengthOf(await besides(one.id), 3)
  })

  test('is another one, and told, where the session saved what is present meanwhile', async ({
    client,
    assert,
  }) => {
    const one = await editing(client)
    await save(one, 'One.')
    await become(one.id, 'draft')
    await save(one, 'Two.')
    await become(one.id, 'approved')
    await save(one, 'Three.')
    assert.deepEqual(
      (await besides(one.id)).map(({ no }) => no),
      [2, 4]
    )
    assert.equal(saidBeside(one.owner.id), 2)
  })

  test('is restored as it is by then, where more of it comes meanwhile', async ({
    client,
    assert,
    cleanup,
  }) => {
    const one = await editing(client)
    await become(one.id, 'draft')
    await goOnWithout(one.id)
    await configOf(client, one.id, await makeOperator())
    await save(one, 'One.')
    const { whileQuiet } = EditingGuard.prototype
    cleanup(() => void Object.assign(EditingGuard.prototype, { whileQuiet }))
    EditingGuard.prototype.whileQuiet = async function (this: EditingGuard, ...args) {
      await save(one, 'Two.')
      return whileQuiet.apply(this, args) as never
    }
    const path = `/app/document/${one.id}/versions/2/restore`
    ;(await client.post(path).loginAs(one.owner)).assertStatus(200)
    const { versionNo } = await documentOf(one.id)
    assert.equal(versionNo, 3)
    const { bytes } = await download(client, `/app/document/${one.id}/versions/3/content`)
    assert.includeMembers(documentTexts(bytes, 'docx'), ['One.', 'Two.'])
    await one.editor.close()
  })

  test('is another one, and told, after its session was given up', async ({ client, assert }) => {
    const one = await editing(client)
    await goOnWithout(one.id)
    await save(one, 'One.')
    const abandonedAt = toStored(clock.now() + MINUTE_MS / 2)
    const { key: editorKey } = one.config.document
    await DocumentKey.query().where({ editorKey }).update({ abandonedAt })
    await save(one, 'Two.')
    assert.lengthOf(await besides(one.id), 2)
    assert.equal(saidBeside(one.owner.id), 2)
    await one.editor.close()
  })

  for (const where of ['present', 'late'] as const)
    test(`is not replaced by what comes in a lesser format: ${where}`, async ({
      client,
      assert,
    }) => {
      const one = await editing(client)
      if (where === 'late') await goOnWithout(one.id)
      await save(one, 'One.')
      const [before] = await besides(one.id)
      const last = stage.server.log.callbacks(6).at(-1)!.payload as Record<string, unknown>
      clock.travel(MINUTE_MS)
      const url = stage.server.offer(Buffer.from(randomBytes(9).toString('hex')), 'txt')
      const payload = {
        ...last,
        url,
        filetype: 'txt',
        lastsave: new Date(clock.now()).toISOString(),
      }
      const callbackUrl = one.config.editorConfig.callbackUrl!
      const { reply } = await stage.server.sendCallback({ callbackUrl, payload })
      assert.equal(reply!.status, 200)
      assert.deepEqual(
        (await besides(one.id)).map(({ fileType }) => fileType),
        [before!.fileType, 'txt']
      )
    })
})
