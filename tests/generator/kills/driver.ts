/*
 * Run in a copy of the project: starts the service, which ends what a killed one began, tells how tree and database
 * stand, and takes a module to its next state (none, made, regenerated, none). It is killed meanwhile.
 */
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ignite } from '../../../bin/app.js'
import { createHttpServer } from '#kernel/provider/main'

await ignite().httpServer().start(createHttpServer)

const { default: app } = await import('@adonisjs/core/services/app')
const { default: db } = await import('@adonisjs/lucid/services/db')
const { actAsSystem } = await import('#kernel/acting/main')
const { ApplyModule } =
  await import('../../../app/plugins/module_generator/actions/apply_module.js')
const { RegenerateModule } =
  await import('../../../app/plugins/module_generator/actions/regenerate_module.js')
const { UndoModule } = await import('../../../app/plugins/module_generator/actions/undo_module.js')
const { KnownModules } =
  await import('../../../app/plugins/module_generator/queries/known_modules.js')
const { Steps } = await import('../../../app/plugins/module_generator/applying/steps.js')
const { Verification } =
  await import('../../../app/plugins/module_generator/applying/verification.js')
const { Project } = await import('../../../app/plugins/module_generator/applying/project.js')
const { tableNames } =
  await import('../../../app/plugins/module_generator/introspection/table_names.js')

const title = { name: 'title', type: 'string', required: true }
const lines = {
  name: 'lines',
  type: 'hasMany',
  fields: [{ name: 'text', type: 'string', required: true }],
}
const made = { name: 'killed-book', fields: [title, lines] }
const longer = { ...lines, fields: [...lines.fields, { name: 'sheets', type: 'integer' }] }
const changed = { ...made, fields: [title, { name: 'pages', type: 'integer' }, longer] }

/** Whatever a module consists of, without the moment in its migrations' names. */
async function digestOf(): Promise<string> {
  const hash = createHash('sha256')
  for (const top of ['app', 'config', 'tests']) {
    const entries = await readdir(top, { recursive: true, withFileTypes: true })
    const files = entries.filter((entry) => entry.isFile())
    const paths = files.map(({ parentPath, name }) => join(parentPath, name)).sort()
    for (const path of paths) hash.update(path.replace(/\d{10,}/, '')).update(await readFile(path))
  }
  return hash.digest('hex')
}

async function facts() {
  const count = async (table: string, column: string, value: string) => {
    const [row] = await db.from(table).where(column, 'like', value).count('* as total')
    return Number(row.total)
  }
  const tables: string[] = (await tableNames()).filter((name: string) => /killed_book/.test(name))
  const table = tables.find((name) => name === 'killed_books')
  return {
    digest: await digestOf(),
    tables: tables.sort(),
    columns: table ? Object.keys(await db.connection().columnsInfo(table)).sort() : [],
    migrations: await count('adonis_schema', 'name', '%killed_book%'),
    modules: await db.from('generated_modules').where('status', 'applied').select('name'),
    menus: await count('menus', 'name', 'killed-book%'),
    histories: await count('module_histories', 'module_name', 'killed-book'),
  }
}

async function advance() {
  const steps = new Steps()
  const [module] = await new KnownModules().applied()
  if (!module) return (await app.container.make(ApplyModule)).handle(made, steps)
  if (module.plan.fields.length === made.fields.length)
    return (await app.container.make(RegenerateModule)).handle(module, changed, steps)
  go()
  return (await app.container.make(UndoModule)).handle(module, steps)
}

function go() {
  process.stdout.write('GO\n')
}

/** What is written is under test here, not the checks before it. */
class Unverified extends Verification {
  override async handle() {
    go()
  }
}

app.container.swap(Verification, async (resolver) => new Unverified(await resolver.make(Project)))
process.stdout.write(`FACTS ${JSON.stringify(await facts())}\n`)
await actAsSystem('advance until killed', advance)
process.stdout.write('DONE\n')
