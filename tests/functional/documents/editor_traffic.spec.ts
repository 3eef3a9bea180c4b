import { RequestFactory } from '@adonisjs/core/factories/http'
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import type { ApiClient } from '@japa/api-client'
import { RateBuckets } from '#kernel/rate_limit/rate_buckets'
import { makeOperator } from '../../helpers/accounts.js'
import { signToken } from '../../fakes/document_server/tokens.js'
import { EDITOR_SECRET, editorStage, staged, type EditorStage } from '../../helpers/editor_stage.js'

test.group('Documents | what the document server asks for, counted', (group) => {
  let stage: EditorStage
  group.setup(async () => {
    stage = await editorStage()
    return () => stage.close()
  })

  const bucketOf = async (address: string, method = 'GET', authorization?: string) => {
    const { pathname, search } = new URL(address)
    const url = `${pathname}${search}`
    const request = new RequestFactory().merge({ url, method }).create()
    request.request.headers.authorization = authorization
    return (await app.container.make(RateBuckets)).bucketOf(request)
  }

  async function addresses(client: ApiClient) {
    const { id, config } = await staged(client)
    const signed = { payload: { key: config.document.key, status: 6 } }
    const viewed = await client
      .get(`/app/document/${id}/editor-config`)
      .qs({ mode: 'view' })
      .loginAs(await makeOperator())
    viewed.assertStatus(200)
    return {
      authorization: `Bearer ${signToken(signed, EDITOR_SECRET, Date.now())}`,
      callback: config.editorConfig.callbackUrl!,
      content: config.document.url,
      viewed: viewed.body().data.document.url as string,
    }
  }

  test('saves apart from reading, and one person’s reading from another’s', async ({
    client,
    assert,
  }) => {
    const { callback, content, viewed } = await addresses(client)
    const buckets = [
      await bucketOf(callback, 'POST'),
      await bucketOf(content),
      await bucketOf(viewed),
    ]
    assert.equal(new Set(buckets.map((bucket) => bucket!.key)).size, 3)
  })

  test('what one person reads together, however many documents it is of', async ({
    client,
    assert,
  }) => {
    const one = await staged(client)
    const other = await staged(client, one.owner)
    const buckets = [one, other].map(({ config }) => bucketOf(config.document.url))
    const [first, second] = await Promise.all(buckets)
    assert.isNotNull(first)
    assert.deepEqual(second, first)
  })

  test('what the document server signs apart from what it does not', async ({ client, assert }) => {
    const { callback, authorization } = await addresses(client)
    const signed = await bucketOf(callback, 'POST', authorization)
    const unsigned = await bucketOf(callback, 'POST')
    assert.equal(signed!.perSecond, 2_000)
    assert.notEqual(unsigned!.key, signed!.key)
    stage.configure({ signedCallback: 'required' })
    assert.deepEqual(await bucketOf(callback, 'POST', authorization), signed)
    assert.isNull(await bucketOf(callback, 'POST'))
    assert.isNull(await bucketOf(callback, 'POST', 'Bearer forged'))
    stage.configure()
  })

  test('as anybody’s where the method is none of theirs', async ({ client, assert }) => {
    const { callback, content, viewed } = await addresses(client)
    for (const method of ['DELETE', 'POST', 'PUT'])
      assert.isNull(await bucketOf(viewed, method), method)
    assert.isNull(await bucketOf(callback, 'GET'))
    assert.isNull(await bucketOf(`${content}x`))
  })
})
