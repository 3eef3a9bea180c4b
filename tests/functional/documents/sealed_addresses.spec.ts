import { test } from '@japa/runner'
import { SignedTokens } from '#kernel/tokens/signed_tokens'
import { StoredFile } from '#plugins/files/main'
import { actAsSystem } from '#kernel/operator/acting'
import { makeOperator } from '../../helpers/accounts.js'
import {
  configOf,
  EDITOR_SECRET,
  editorStage,
  staged,
  versionsOf,
  type EditorStage,
} from '../../helpers/editor_stage.js'
import { fetched } from '../../helpers/download.js'

const LATER = 9_999_999_999

/** Whoever has the secret that the document server signs with. */
test.group('Documents | addresses that the document server makes itself', (group) => {
  let stage: EditorStage
  group.setup(async () => {
    stage = await editorStage()
    return () => stage.close()
  })

  const forger = new SignedTokens('chancery', [EDITOR_SECRET])
  const forged = (purpose: string, claims: object) =>
    forger.sign(`editor-${purpose}+jwt`, { ...claims }, 3600)

  async function statusOf(purpose: string, id: number, token: string): Promise<number> {
    return (await fetched(`/app/document/${purpose}/${id}?token=${token}`)).status
  }

  test('lead to no {purpose}, for {who}')
    .with([
      { purpose: 'content', who: 'nobody' },
      { purpose: 'content', who: 'somebody who may see it' },
      { purpose: 'source', who: 'somebody who may see it' },
    ])
    .run(async ({ client, assert }, { purpose, who }) => {
      const { id, owner } = await staged(client)
      const [version] = await versionsOf(id)
      const file = await actAsSystem('a test', () => StoredFile.findOrFail(version!.fileId))
      const user = who === 'nobody' ? 0 : owner.id
      const claims = { doc: id, file: file.id, user, session: 0 }
      for (const seal of [{}, { until: LATER }, { until: LATER, seal: 'a'.repeat(43) }]) {
        const token = await forged(purpose, { ...claims, ...seal })
        assert.equal(await statusOf(purpose, id, token), 403)
      }
    })

  test('lead nowhere with the seal of another address', async ({ client, assert }) => {
    const { config } = await staged(client)
    const other = await makeOperator()
    const { id, owner } = await staged(client, other)
    const { document } = await configOf(client, id, owner)
    const given = claimsIn(document.url)
    const [own] = [claimsIn(config.document.url)]
    assert.equal(await statusOf('content', id, await forged('content', given)), 200)
    for (const changed of [
      { ...own, doc: id, file: given.file },
      { ...given, user: 0 },
      { ...given, until: LATER },
      { ...given, key: 'another' },
    ])
      assert.equal(await statusOf('content', id, await forged('content', changed)), 403)
    assert.equal(await statusOf('source', id, await forged('source', given)), 403)
  })
})

function claimsIn(url: string): { doc: number; file: number } {
  const token = new URL(url).searchParams.get('token')!
  return JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString())
}
