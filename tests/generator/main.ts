import { createHash } from 'node:crypto'
import { appendFile, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Administrator } from './client.js'
import { planCases, type PlanCase } from './plans.js'
import { ProjectCopy } from './project_copy.js'

const base = '/app/dev/module-generator'

interface Applied {
  id: number
  name: string
  path: string
}

interface Page {
  path: string
  list: { columns: { name: string }[] }
  form: { fields: { name: string; type: string; required: boolean }[] }
}

interface Line {
  name: string
  generated: string
  exercised: string
  regenerated: string
  seconds: string
}

/** Every plan: made and verified, exercised by its page description alone, regenerated after an edit. */
async function hold(
  { name, fields, also }: PlanCase,
  copy: ProjectCopy
): Promise<[Line, Applied | null]> {
  const began = performance.now()
  const line: Line = { name, generated: '-', exercised: '-', regenerated: '-', seconds: '' }
  const { administrator } = copy
  let module: Applied | null = null
  try {
    const { plan } = await administrator.get<{ plan: object }>('POST', `${base}/plans/draft`, {
      name,
      fields,
    })
    module = await administrator.get<Applied>('POST', `${base}/modules`, {
      plan: { ...plan, ...also },
    })
    line.generated = 'yes'
    await exercise(module, administrator)
    line.exercised = 'yes'
    await edit(copy.folder, name)
    await administrator.get('POST', `${base}/modules/${module.id}/regenerate`, {})
    line.regenerated = 'yes'
  } catch (error) {
    process.stderr.write(`${name}: ${(error as Error).message}\n`)
  }
  line.seconds = ((performance.now() - began) / 1000).toFixed(1)
  return [line, module]
}

/** What a console does that knows the page description and nothing else. */
async function exercise({ id }: Applied, administrator: Administrator): Promise<void> {
  const page = await administrator.get<Page>('GET', `${base}/modules/${id}/ui`)
  const listed = await administrator.get<{ items: object[] }>('GET', `${page.path}?pageSize=5`)
  for (const row of listed.items)
    for (const { name } of page.list.columns)
      if (!(name in row)) throw new Error(`A row lacks "${name}"`)
  const refused = await administrator.ask('POST', page.path, { unknown: true })
  const mustGive = page.form.fields.some(({ required }) => required)
  if (mustGive && refused.status !== 422)
    throw new Error(`An empty body answered ${refused.status}`)
  if (!mustGive) await removeAll(page.path, administrator)
}

async function removeAll(path: string, administrator: Administrator): Promise<void> {
  const { items } = await administrator.get<{ items: { id: number }[] }>(
    'GET',
    `${path}?pageSize=200`
  )
  if (items.length > 0)
    await administrator.get('DELETE', `${path}?ids=${items.map(({ id }) => id).join(',')}`)
}

async function edit(folder: string, name: string): Promise<void> {
  await appendFile(join(folder, 'app/plugins', name.replaceAll('-', '_'), 'main.ts'), '// edited\n')
}

async function digestOf(folder: string): Promise<string> {
  const hash = createHash('sha256')
  for (const top of ['app', 'config', 'tests']) {
    const entries = await readdir(join(folder, top), { recursive: true, withFileTypes: true })
    const files = entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
    for (const file of files.sort()) hash.update(file).update(await readFile(file))
  }
  return hash.digest('hex')
}

async function main(names: string[]): Promise<void> {
  const chosen = names.length > 0 ? planCases.filter(({ name }) => names.includes(name)) : planCases
  await using copy = await ProjectCopy.start()
  const before = await digestOf(copy.folder)
  const rows: (Line & { undone: string })[] = []
  const modules: Applied[] = []
  for (const one of chosen) {
    const [line, module] = await hold(one, copy)
    rows.push({ ...line, undone: '-' })
    if (module) modules.push(module)
    process.stdout.write(`${Object.values(line).join('  ')}\n`)
  }
  for (const module of modules.reverse()) {
    await removeAll(module.path, copy.administrator)
    const { status } = await copy.administrator.ask(
      'DELETE',
      `${base}/modules/${module.id}?force=true`
    )
    rows.find(({ name }) => name === module.name)!.undone = status === 200 ? 'yes' : String(status)
  }
  const clean = (await digestOf(copy.folder)) === before
  process.stdout.write(tableOf(rows))
  process.stdout.write(
    `\nThe tree afterwards: ${clean ? 'byte for byte as before' : 'NOT as before'}\n`
  )
  const failed = rows.some((row) =>
    [row.generated, row.exercised, row.regenerated, row.undone].some((one) => one !== 'yes')
  )
  process.exitCode = failed || !clean ? 1 : 0
}

function tableOf(rows: readonly (Line & { undone: string })[]): string {
  const head =
    '| module | generated and verified | exercised | regenerated | undone | seconds |\n|---|---|---|---|---|---|\n'
  const lines = rows.map(
    (row) =>
      `| ${row.name} | ${row.generated} | ${row.exercised} | ${row.regenerated} | ${row.undone} | ${row.seconds} |`
  )
  return `\n${head}${lines.join('\n')}\n`
}

await main(process.argv.slice(2))
