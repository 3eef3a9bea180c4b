import { test } from '@japa/runner'
import { Check } from 'typebox/schema'
import { type DescribedPage, describePages, pageDescription } from '#kernel/descriptions/main'
import { definePermissions, type MenuSeed } from '#kernel/permissions/main'
import { definePlugin, mountPlugins } from '#kernel/plugins/main'

const { create } = definePermissions({ create: ['shop:order:create', 'Create orders'] })
const screen: MenuSeed = { type: 'menu', name: 'shop.orders', title: 'Orders' }
const menus: MenuSeed[] = [{ type: 'directory', name: 'shop', title: 'Shop', children: [screen] }]
const buyer = { name: 'buyerId', label: 'Buyer', type: 'reference' } as const
const reference = { resource: '/app/buyers', label: 'name' }

const page: DescribedPage = {
  name: 'shop.orders',
  title: 'Orders',
  resource: '/app/orders',
  permissions: { create, delete: undefined },
  fields: [
    { ...buyer, reference, shows: 'buyerName' },
    {
      name: 'lines',
      label: 'Lines',
      type: 'lines',
      fields: [{ name: 'pieces', label: 'Pieces', type: 'integer', min: 1 }],
    },
  ],
}
const [buyerField, linesField] = page.fields
const withField = (...fields: object[]) => ({ fields: [buyerField, ...fields] })

/** What is changed of the page, what is said of it, and whether the published schema says nothing of it. */
const faults: [title: string, pages: object[], told: string, soundByItself?: boolean][] = [
  ['that no menu opens', [{ name: 'shop.buyers' }], 'is opened by no menu of the plugin', true],
  ['a name that two have', [{}, { title: 'Others' }], 'is described twice', true],
  ['a field twice', [withField(buyerField!)], 'has the field "buyerId" twice', true],
  [
    'a choice without choices',
    [withField({ name: 'state', label: 'State', type: 'choice' })],
    'has the choice field "state" without "choices"',
    true,
  ],
  [
    'a choice of nothing',
    [withField({ name: 'state', label: 'State', type: 'choice', choices: [] })],
    'fields[1].choices must not be empty',
  ],
  [
    'a reference to nothing',
    [withField({ ...buyer, name: 'sellerId' })],
    'has the reference field "sellerId" without "reference"',
    true,
  ],
  [
    'a reference without resource',
    [withField({ ...buyer, name: 'sellerId', reference: { label: 'name' } })],
    'fields[1].reference lacks "resource"',
  ],
  [
    'lines without fields',
    [{ fields: [{ ...linesField, fields: undefined }] }],
    'has the lines field "lines" without "fields"',
    true,
  ],
  [
    'lines in lines',
    [{ fields: [{ ...linesField, fields: [linesField] }] }],
    'fields[0].fields[0] has the unknown member "fields"',
  ],
  ['an unknown member', [{ colour: 'red' }], 'has the unknown member "colour"'],
  [
    'an unknown member of a field',
    [withField({ name: 'note', label: 'Note', type: 'text', max_length: 3 })],
    'fields[1] has the unknown member "max_length"',
  ],
  [
    'an unknown type',
    [withField({ name: 'note', label: 'Note', type: 'string' })],
    'fields[1].type must be one of text, longText, ',
  ],
  ['an unknown operation', [{ permissions: { drop: create } }], 'has the unknown member "drop"'],
  ['a path that is none', [{ resource: 'orders' }], 'resource must match ^/'],
  ['what is missing', [{ title: undefined }], 'lacks "title"'],
  ['another type than a text', [{ title: 3 }], 'title must be a text'],
  ['another type than a list', [{ fields: {} }], 'fields must be a list'],
  ['a fraction', [withField({ ...linesField, scale: 1.5 })], 'scale must be a whole number'],
]

test.group('Plugins | pages', () => {
  const mounting = (changes: object[]) => {
    const pages = describePages(changes.map((change) => ({ ...page, ...change })))
    const about = { description: 'For a test', from: import.meta.url }
    const plugin = definePlugin({ name: 'shop', ...about, menus, pages })
    return { pages, mount: () => mountPlugins([plugin]) }
  }

  test('take a page with the codes of its permissions', ({ assert }) => {
    const { pages, mount } = mounting([{}])
    assert.doesNotThrow(mount)
    assert.deepEqual(pages[0]!.permissions, { create: create.code })
    assert.isTrue(Check(pageDescription, JSON.parse(JSON.stringify(pages[0]))))
  })

  for (const [title, changes, told, soundByItself = false] of faults)
    test(`refuse ${title}`, ({ assert }) => {
      const { pages, mount } = mounting(changes)
      assert.throws(
        mount,
        new RegExp(`^Page .* of plugin "shop".*${RegExp.escape(told)}.*; .*\\.$`)
      )
      const published: unknown = JSON.parse(JSON.stringify(pages.at(-1)))
      assert.equal(Check(pageDescription, published), soundByItself)
    })
})
