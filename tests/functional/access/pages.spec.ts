import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { describePages, pageDescription } from '#kernel/descriptions/main'
import type { PluginManifest } from '#kernel/plugins/main'
import { ApiDescription } from '#plugins/api_docs/main'
import { DescribedAnswers } from '../../helpers/described_responses/described_answers.js'
import { administrator, type Caller } from './support/caller.js'
import { holder } from './support/organisation.js'
import { ShopPlugin } from './support/shop_plugin.js'

/** A published schema with the shapes that it refers to, without examples, some of which the description adds. */
function expanded(schema: unknown, schemas: Record<string, object> = {}): unknown {
  const text = JSON.stringify(schema, (key, value) => {
    if (key === 'examples') return undefined
    const title = /^#\/components\/schemas\/(\w+)$/.exec(value?.$ref ?? '')?.[1]
    return title ? expanded(schemas[title], schemas) : value
  })
  return JSON.parse(text)
}

test.group('Access | pages', (group) => {
  const shop = new ShopPlugin()
  const open = `${shop.prefix}.open`
  const { create, list } = shop.permissions
  const common = { resource: '/app/orders', fields: [] }
  const pages = describePages([
    { ...common, name: `${shop.prefix}.orders`, title: 'Orders', permissions: { create } },
    { ...common, name: open, title: 'Open to all', permissions: {} },
  ])
  group.setup(async () => {
    const manifest = shop.manifest()
    const menus = [...manifest.menus!, { type: 'menu', name: open, title: 'Open to all' } as const]
    await shop.mount({ ...manifest, menus, pages })
    return () => shop.unmount()
  })
  const titles = async (caller: Caller): Promise<string[]> => {
    const data = await caller.must(caller.get('pages'))
    return data.pages.map(({ title }: { title: string }) => title)
  }

  test('answer those whose menu one holds, or whose menu everybody has', async ({
    client,
    assert,
  }) => {
    const { caller: clerk } = await holder(client, [list.code])
    const { caller: stranger } = await holder(client, [create.code])

    assert.deepEqual((await clerk.must(clerk.get('pages'))).pages, [...pages])
    assert.equal(pages[0]!.permissions.create, create.code)
    assert.deepEqual(await titles(stranger), ['Open to all'])
    ;(await client.get('/app/system/pages')).assertStatus(401)
  })

  test('answer none of a plugin that is not mounted', async ({ client, assert }) => {
    const admin = await administrator(client)
    assert.includeMembers(await titles(admin), ['Orders', 'Open to all'])
    await shop.unmount()
    assert.notIncludeMembers(await titles(admin), ['Orders', 'Open to all'])
  })

  test('publish the schema that descriptions are checked by', async ({ assert }) => {
    const document = (await app.container.make(ApiDescription)).document()
    const { schemas } = document.components as { schemas: Record<string, object> }
    assert.deepEqual(expanded(schemas.PageDescription, schemas), expanded(pageDescription))
    const answers = new DescribedAnswers(document)
    const plugins = app.config.get<readonly PluginManifest[]>('plugins')
    const described = [...plugins.flatMap((plugin) => plugin.pages ?? []), ...pages]
    for (const page of described)
      assert.deepEqual(answers.faultsAt('#/components/schemas/PageDescription', page), [])
  })
})
