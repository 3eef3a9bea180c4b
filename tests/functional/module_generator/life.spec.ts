import { readFile, writeFile } from 'node:fs/promises'
import { test } from '@japa/runner'
import { chromiumPath, openBrowser } from '#tests/helpers/browser'
import { onEveryDatabase } from '#tests/helpers/on_every_database'
import { SECRETS } from '#tests/helpers/service_process'
import { logInAs, open, openPage } from '../console/console_page.js'
import { ModuleLife, type AppliedModule, type Plan, type Regenerated } from './module_life.js'
import { base } from './stage.js'

const NAME = 'library-book'
const LINES =
  'shelf:string author:string title:string:required:search price:decimal chapters:hasMany(heading:string:required)'
const ROWS = '/app/library-books'
const MODEL = 'app/plugins/library_book/models/library_book.ts'
const TRANSFORMER = 'app/plugins/library_book/transformers/library_book_transformer.ts'
const MIGRATION = /migrations\/\d+_\w+_library_books_table\.ts$/
const APPLY_MS = 900_000

const emma = {
  ...{ shelf: 'A 1', author: 'Остин', title: 'Émma', price: 12.5 },
  chapters: [{ heading: 'I' }],
}

/** Without its shelf, with pages, found by its author, too; a chapter has sheets; no two rows have the same title and price. */
function changed({ fields, ...plan }: Plan): object {
  const kept = fields
    .filter(({ name }) => name !== 'shelf')
    .map((field) => (field.name === 'author' ? { ...field, searchable: true } : field))
  const chapters = kept.pop()!
  const lines = [...chapters.fields!, { name: 'sheets', type: 'integer' }]
  return {
    ...plan,
    fields: [...kept, { name: 'pages', type: 'integer' }, { ...chapters, fields: lines }],
    unique: [['title', 'price']],
  }
}

test.group('Module generator | life of a module', (group) => {
  onEveryDatabase(group)
  const life = ModuleLife.for(group)
  let plan: Plan
  let id = 0
  let row = 0

  const found = async (keyword: string) => {
    const path = `${ROWS}?keyword=${encodeURIComponent(keyword)}`
    return (await life.ask<{ items: { id: number }[] }>('GET', path)).data.items.map(
      (one) => one.id
    )
  }

  /** Rewrites a file of the module as its owner would. */
  const edit = async (path: string, change: (source: string) => string) => {
    const file = life.copy.path(path)
    const source = await readFile(file, 'utf8')
    const rewritten = change(source)
    if (rewritten === source) throw new Error(`nothing to change in ${path}`)
    await writeFile(file, rewritten)
  }

  test('draft a plan, check it and preview its files, writing nothing', async ({ assert }) => {
    const drafted = await life.ask<{ plan: Plan }>('POST', `${base}/plans/draft`, {
      name: NAME,
      fields: LINES,
    })
    plan = drafted.data.plan
    const checked = await life.ask<object>('POST', `${base}/plans/validate`, { plan })
    assert.containsSubset(checked.data, { valid: true, errors: [] })

    const shown = await life.ask<AppliedModule>('POST', `${base}/preview`, { plan })
    const statusOf = new Map(shown.data.files.map(({ path, status }) => [path, status]))
    assert.deepEqual([statusOf.get(MODEL), statusOf.get('config/plugins.ts')], ['new', 'changed'])
    assert.equal(await life.copy.status(), '')
  })

  test('tell the steps of applying, and refuse a second one beside it', async ({ assert }) => {
    const applying = await life.caller.follow('POST', `${base}/modules`, { plan })
    const second = { name: 'other', fields: [{ name: 'title', type: 'string' }] }
    const beside = await life.ask('POST', `${base}/modules`, { plan: second })
    const events = await applying.events

    assert.deepEqual([beside.status, beside.data.reason], [409, 'E_GENERATOR_BUSY'])
    const done = events.filter(({ data }) => data.state === 'done').map(({ data }) => data.step)
    assert.sameMembers(done, ['render', 'copy', 'types', 'migrations and tests', 'write'])
    const last = events.at(-1)!
    assert.equal(last.event, 'done', JSON.stringify(last))
    id = (last.data.data as AppliedModule).id
  }).timeout(APPLY_MS)

  test('answer at once, with menus, permissions, description and history', async ({ assert }) => {
    const made = await life.ask<{ id: number }>('POST', ROWS, emma)
    assert.equal(made.status, 200, JSON.stringify(made))
    row = made.data.id
    assert.deepEqual(await found('ÉMM'), [row])
    assert.deepEqual(await found('остин'), [])
    const menus = (await life.menus()).map(({ name }) => name)
    assert.includeMembers(menus, [NAME, `${NAME}.create`])
    assert.include(await life.permissions(), 'app:library-book:delete')
    assert.includeMembers(await life.describedPaths(), [ROWS, `${ROWS}/{id}`])
    assert.containsSubset(await life.pages(), [
      { name: NAME, resource: ROWS, version: 'updatedAt' },
    ])
    const listed = await life.ask<AppliedModule[]>('GET', `${base}/modules`)
    assert.containsSubset(listed.data, [{ id, name: NAME, path: ROWS }])
    const { histories } = await life.detail(id)
    assert.deepEqual(
      histories.map(({ action }) => action),
      ['apply']
    )
    assert.isNumber(histories[0]!.operatorId)
  })

  test('have pages in the console, through which a row is made', async ({ assert, cleanup }) => {
    const browser = await openBrowser()
    cleanup(() => browser.close())
    const [{ page, complaints }, { url }] = [await openPage(browser), life.service]
    await logInAs(page, 'admin', { url, password: SECRETS.ADMIN_PASSWORD })
    await open(page, ROWS.slice('/app'.length), url)
    await page.getByRole('button', { name: 'New', exact: true }).click()
    const form = page.getByRole('dialog')
    await form.getByLabel('Title').fill('Lady Susan')
    await form.getByRole('button', { name: 'Add a line' }).click()
    await form.getByLabel('Heading').fill('Letter 1')
    await form.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('cell', { name: 'Lady Susan' }).waitFor()
    assert.deepEqual(complaints, [])
  }).skip(!chromiumPath, 'this machine has no Chromium')

  test('hold whoever calls it to permissions and to rows of their own', async ({ assert }) => {
    assert.equal((await life.service.get(ROWS)).status, 401)
    const stranger = await life.person('stranger', [])
    assert.deepEqual(await life.pages(stranger), [])
    assert.equal((await stranger.ask('GET', ROWS)).status, 403)

    const menus = (await life.menus()).filter(({ name }) => name.startsWith(NAME))
    const reader = await life.person(
      'reader',
      menus.map((menu) => menu.id)
    )
    const own = await reader.ask<{ id: number }>('POST', ROWS, { title: 'Mansfield Park' })
    const { data } = await reader.ask<{ items: { id: number }[] }>('GET', ROWS)
    assert.deepEqual(
      data.items.map((one) => one.id),
      [own.data.id]
    )
    assert.equal((await reader.ask('PUT', `${ROWS}/${row}`, { title: 'x' })).status, 404)
    assert.equal((await reader.ask('DELETE', `${ROWS}/${own.data.id}`)).status, 200)
  })

  test('refuse a name that is taken, and to drop a column that holds data', async ({ assert }) => {
    const again = await life.ask('POST', `${base}/modules`, { plan })
    assert.deepEqual([again.status, again.data.reason], [409, 'E_MODULE_EXISTS'])
    const loss = await life.regenerate(id, { plan: changed(plan) })
    assert.deepEqual([loss.status, loss.data.reason], [409, 'E_COLUMN_LOSS'])
    assert.deepEqual(
      loss.data.errors!.map(({ field }) => field),
      ['shelf']
    )
  })

  test('show a conflict as a diff and write nothing', async ({ assert }) => {
    await edit(MODEL, (source) => source.replace(/(declare price: .*)/, '$1 // by hand'))
    await edit(TRANSFORMER, (source) => source.replace(/^(\s+price: t\..*)$/m, '$1 // mine'))
    const before = await life.copy.status()
    const refused = await life.regenerate(id, { plan: changed(plan), confirm: true })

    assert.deepEqual([refused.status, refused.data.reason], [409, 'E_MERGE_CONFLICT'])
    const [conflict, ...others] = refused.data.errors!
    assert.deepEqual([conflict!.field, others], [TRANSFORMER, []])
    assert.match(conflict!.message, /^\+<<<<<<< edited$/m)
    assert.match(conflict!.message, /^\+\s+pages: t\./m)
    assert.equal(await life.copy.status(), before)
  })

  test('write marks where told, and go on once they are settled', async ({ assert }) => {
    const body = { plan: changed(plan), conflicts: 'mark', confirm: true }
    const marked = await life.regenerate<Regenerated>(id, body)
    assert.equal(marked.data.status, 'conflicts', JSON.stringify(marked))
    const statusOf = (path: string) => marked.data.files.find((file) => file.path === path)!.status
    assert.deepEqual([statusOf(TRANSFORMER), statusOf(MODEL)], ['conflict', 'merged'])

    await edit(TRANSFORMER, (source) =>
      source.replace(/<<<<<<< edited\n[\s\S]*?\n=======\n([\s\S]*?)>>>>>>> generated now\n/, '$1')
    )
    const settling = await life.caller.follow('POST', `${base}/modules/${id}/regenerate`, {})
    const last = (await settling.events).at(-1)!
    const settled = last.data.data as Regenerated
    assert.equal(settled.status, 'applied', JSON.stringify(last))
  }).timeout(APPLY_MS)

  test('have kept edit and rows, added a migration, and know the new fields at once', async ({
    assert,
  }) => {
    assert.include(await readFile(life.copy.path(MODEL), 'utf8'), '// by hand')
    const [page] = await life.pages()
    const names = page!.fields.map(({ name }) => name)
    assert.deepEqual(names.slice(0, 5), ['author', 'title', 'price', 'pages', 'chapters'])
    const { files } = await life.detail(id)
    assert.lengthOf(
      files.filter((one) => MIGRATION.test(one)),
      2
    )
    const kept = await life.ask<object>('GET', `${ROWS}/${row}`)
    const { shelf: dropped, ...rest } = emma
    assert.containsSubset(kept.data, {
      ...rest,
      pages: null,
      chapters: [{ heading: 'I', sheets: null }],
    })
    assert.notProperty(kept.data, 'shelf', dropped)
    assert.deepEqual(await found('остин'), [row])
    assert.deepEqual(await found('émm'), [row])
    const persuasion = { title: 'Persuasion', pages: 249, chapters: [{ heading: 'I', sheets: 7 }] }
    assert.containsSubset((await life.ask<object>('POST', ROWS, persuasion)).data, persuasion)
    assert.equal((await life.ask('POST', ROWS, { title: 'Émma', price: 12.5 })).status, 409)
  })

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
    assert.notInclude(
      (await life.menus()).map(({ name }) => name),
      NAME
    )
    assert.notInclude(await life.permissions(), NAME)
    assert.deepEqual(await life.pages(), [])
    assert.notInclude(await life.describedPaths(), ROWS)
    const tables = await life.ask<{ name: string }[]>('GET', `${base}/tables`)
    assert.notDeepInclude(tables.data, { name: 'library_books' })
    assert.equal((await life.ask('GET', `${base}/modules/${id}`)).status, 404)
  })
})
