import { readFile, writeFile } from 'node:fs/promises'
import { test } from '@japa/runner'
import { ModuleLife, type AppliedModule, type Regenerated } from './module_life.js'
import { base } from './stage.js'

const title = { name: 'title', type: 'string', required: true, searchable: true }
const price = { name: 'price', type: 'decimal' }
const pages = { name: 'pages', type: 'integer' }
const heading = { name: 'heading', type: 'string', required: true }
const sheets = { name: 'sheets', type: 'integer' }
const chapters = (...fields: object[]) => ({ name: 'chapters', type: 'hasMany', fields })
const plan = (...fields: object[]) => ({ name: 'library-book', fields })

const reviews = {
  name: 'reviews',
  type: 'hasMany',
  fields: [{ name: 'words', type: 'text', required: true }],
}

const first = plan(title, price, chapters(heading), reviews)
const larger = {
  ...plan(title, price, pages, chapters(heading, sheets), reviews),
  unique: [['title', 'price']],
}
const smaller = { ...larger, fields: [title, price, chapters(heading, sheets), reviews] }

const MODEL = 'app/plugins/library_book/models/library_book.ts'
const TRANSFORMER = 'app/plugins/library_book/transformers/library_book_transformer.ts'
const ROWS = '/app/library-books'
const MIGRATION = /migrations\/\d+_\w+_library_books_table\.ts$/
const APPLY_MS = 2_400_000

test.group('Module generator | life of a module', (group) => {
  const life = ModuleLife.for(group)
  let id = 0
  let row = 0

  /** Rewrites a file of the module as its owner would. */
  const edit = async (path: string, change: (source: string) => string) => {
    const file = life.copy.path(path)
    const source = await readFile(file, 'utf8')
    const changed = change(source)
    if (changed === source) throw new Error(`nothing to change in ${path}`)
    await writeFile(file, changed)
    return () => writeFile(file, source)
  }
  const migrations = async () => (await life.detail(id)).files.filter((one) => MIGRATION.test(one))

  test('tell the steps of applying, and refuse a second one beside it', async ({ assert }) => {
    const applying = await life.apply(first)
    const second = { name: 'other', fields: [title] }
    const beside = await life.ask('POST', `${base}/modules`, { plan: second })
    const events = await applying.events

    assert.deepEqual([beside.status, beside.data.reason], [409, 'E_GENERATOR_BUSY'])
    const done = events.filter(({ data }) => data.state === 'done').map(({ data }) => data.step)
    assert.sameMembers(done, ['render', 'copy', 'types', 'migrations and tests', 'write'])
    const last = events.at(-1)!
    assert.equal(last.event, 'done', JSON.stringify(last))
    id = (last.data.data as AppliedModule).id
  }).timeout(APPLY_MS)

  test('answer at once, with menus, permissions, description and one row of history', async ({
    assert,
  }) => {
    const made = await life.ask<{ id: number }>('POST', ROWS, {
      title: 'Emma',
      price: 12.5,
      chapters: [{ heading: 'I' }],
      reviews: [{ words: 'Quite so' }],
    })
    assert.equal(made.status, 200, JSON.stringify(made))
    row = made.data.id
    assert.includeMembers(await life.menus(), ['library-book', 'library-book.create'])
    assert.include(await life.permissions(), 'app:library-book:delete')
    assert.includeMembers(await life.describedPaths(), [ROWS, `${ROWS}/{id}`])
    const { histories } = await life.detail(id)
    assert.deepEqual(
      histories.map(({ action }) => action),
      ['apply']
    )
    assert.isNumber(histories[0]!.operatorId)
  })

  test('refuse a module of a name that is taken', async ({ assert }) => {
    const again = await life.ask('POST', `${base}/modules`, { plan: plan(title) })
    assert.deepEqual([again.status, again.data.reason], [409, 'E_MODULE_EXISTS'])
  })

  test('refuse a unique set that rows break already', async ({ assert }) => {
    const twin = await life.ask<{ id: number }>('POST', ROWS, { title: 'Emma', price: 12.5 })
    const refused = await life.regenerate(id, { plan: larger })
    assert.equal(refused.status, 400)
    assert.match(refused.message, /same title and price/)
    assert.equal((await life.ask('DELETE', `${ROWS}/${twin.data.id}`)).status, 200)
  })

  test('show a conflict as a diff and write nothing', async ({ assert }) => {
    await edit(MODEL, (source) => source.replace(/(declare price: .*)/, '$1 // by hand'))
    await edit(TRANSFORMER, (source) => source.replace(/^(\s+price: t\..*)$/m, '$1 // mine'))
    const before = await life.copy.status()
    const refused = await life.regenerate(id, { plan: larger })

    assert.deepEqual([refused.status, refused.data.reason], [409, 'E_MERGE_CONFLICT'])
    const [conflict, ...others] = refused.data.errors!
    assert.deepEqual([conflict!.field, others], [TRANSFORMER, []])
    assert.match(conflict!.message, /^\+<<<<<<< edited$/m)
    assert.match(conflict!.message, /^\+\s+pages: t\./m)
    assert.equal(await life.copy.status(), before)
    assert.lengthOf((await life.detail(id)).histories, 1)
  })

  test('write marks where told, and go on once they are settled', async ({ assert }) => {
    const marked = await life.regenerate<Regenerated>(id, { plan: larger, conflicts: 'mark' })
    assert.equal(marked.data.status, 'conflicts')
    const statusOf = (path: string) => marked.data.files.find((file) => file.path === path)!.status
    assert.deepEqual([statusOf(TRANSFORMER), statusOf(MODEL)], ['conflict', 'merged'])

    await edit(TRANSFORMER, (source) =>
      source.replace(/<<<<<<< edited\n[\s\S]*?\n=======\n([\s\S]*?)>>>>>>> generated now\n/, '$1')
    )
    const settled = await life.regenerate<Regenerated>(id, {})
    assert.equal(settled.data.status, 'applied', JSON.stringify(settled))
  }).timeout(APPLY_MS)

  test('have kept the edit, added a migration, and know the new field at once', async ({
    assert,
  }) => {
    assert.include(await readFile(life.copy.path(MODEL), 'utf8'), '// by hand')
    assert.lengthOf(await migrations(), 2)
    const kept = await life.ask<object>('GET', `${ROWS}/${row}`)
    const emma = { title: 'Emma', price: 12.5 }
    const lines = [{ heading: 'I', sheets: null }]
    assert.containsSubset(kept.data, {
      ...emma,
      pages: null,
      chapters: lines,
      reviews: [{ words: 'Quite so' }],
    })
    const persuasion = { title: 'Persuasion', pages: 249, chapters: [{ heading: 'I', sheets: 7 }] }
    const made = await life.ask<object>('POST', ROWS, persuasion)
    assert.containsSubset(made.data, persuasion)
    assert.equal((await life.ask('POST', ROWS, emma)).status, 409)
  })

  test('ask before a column is dropped that holds data', async ({ assert }) => {
    const refused = await life.regenerate(id, { plan: smaller })
    assert.deepEqual([refused.status, refused.data.reason], [409, 'E_COLUMN_LOSS'])
    assert.deepEqual(
      refused.data.errors!.map(({ field }) => field),
      ['pages']
    )

    const earlier = await migrations()
    const dropped = await life.regenerate<Regenerated>(id, { plan: smaller, confirm: true })
    assert.equal(dropped.data.status, 'applied', JSON.stringify(dropped))
    assert.includeMembers(await migrations(), earlier)
    assert.lengthOf(await migrations(), 3)
    const kept = await life.ask<object>('GET', `${ROWS}/${row}`)
    assert.notProperty(kept.data, 'pages')
  }).timeout(APPLY_MS)

  test('refuse to undo what was edited, and tables with rows even by force', async ({ assert }) => {
    const drift = await life.undo(id)
    assert.deepEqual([drift.status, drift.data.reason], [409, 'E_DRIFT'])
    assert.deepEqual(
      drift.data.errors!.map(({ field }) => field),
      [MODEL]
    )
    const rows = await life.undo(id, '?force=true')
    assert.deepEqual([rows.status, rows.data.reason], [409, 'E_TABLE_HAS_ROWS'])
    assert.equal((await life.ask('GET', `${ROWS}/${row}`)).status, 200)
  })

  test('undo without a trace', async ({ assert }) => {
    const { data } = await life.ask<{ items: { id: number }[] }>('GET', ROWS)
    const ids = data.items.map((one) => one.id)
    assert.equal((await life.ask('DELETE', `${ROWS}?ids=${ids.join(',')}`)).status, 200)
    const undone = await life.undo(id, '?force=true')
    assert.equal(undone.status, 200, JSON.stringify(undone))

    assert.equal(await life.copy.status(), '')
    assert.equal((await life.ask('GET', ROWS)).status, 404)
    assert.notIncludeMembers(await life.menus(), ['library-book'])
    assert.notInclude(await life.permissions(), 'library-book')
    assert.notIncludeMembers(await life.describedPaths(), [ROWS])
    const tables = await life.ask<{ name: string }[]>('GET', `${base}/tables`)
    assert.notDeepInclude(tables.data, { name: 'library_books' })
    assert.equal((await life.ask('GET', `${base}/modules/${id}`)).status, 404)
  })
})
