import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Answer } from './client.js'
import { expect, isEqual, shown } from './console/checks.js'
import { exercise } from './console/exercise.js'
import { generator, Screen } from './console/screen.js'
import type { ProjectCopy } from './project_copy.js'
import { Outcome } from './outcome.js'
import type { PlanCase } from './plans.js'
import { digestOf } from './tree_digest.js'

interface Plan {
  name: string
  fields: { name: string; type: string }[]
}

interface Module {
  id: number
  path: string
}

interface Regenerated {
  files: { path: string; status: string }[]
}

const EDIT = '/** Written by hand. */\nexport const writtenByHand = true\n'
const ADDED = { name: 'addedLater', type: 'string', length: 60, default: 'as before' }

/** A module from its plan to its undoing. */
export class PlanLife {
  readonly outcome: Outcome
  #plan: Plan | null = null
  #module: Module | null = null
  #before: { digest: string; tables: string[]; permissions: string } | null = null

  constructor(
    private readonly planCase: PlanCase,
    private readonly copy: ProjectCopy
  ) {
    this.outcome = new Outcome(planCase.name)
  }

  /** Made, used, changed; it goes on living. */
  async live(): Promise<void> {
    const { outcome } = this
    if (!(await outcome.part('generated', () => this.#generate()))) return
    await outcome.part('exercised', () => exercise(this.#module!.id, this.copy.administrator))
    await outcome.part('regenerated', () => this.#regenerate())
  }

  /** Refused while there is something to lose, then taken back whole. */
  async end(): Promise<void> {
    if (this.#module) await this.outcome.part('undone', () => this.#undo(this.#module!))
  }

  async #generate(): Promise<void> {
    const { administrator } = this.copy
    const { name, fields, also } = this.planCase
    this.#before = await this.#surroundings()
    const drafted = { name, fields }
    const { plan } = await administrator.get<{ plan: Plan }>(
      'POST',
      `${generator}/plans/draft`,
      drafted
    )
    this.#plan = { ...plan, ...also }
    this.outcome.fields = plan.fields.length
    const body = { plan: this.#plan }
    const began = performance.now()
    const [module, steps] = await administrator.follow<Module>('POST', `${generator}/modules`, body)
    this.#module = module
    this.outcome.applied(steps, performance.now() - began)
  }

  /** With a field more, after somebody wrote into the model. */
  async #regenerate(): Promise<void> {
    const { administrator, folder } = this.copy
    const { id } = this.#module!
    const snake = this.planCase.name.replaceAll('-', '_')
    const model = `app/plugins/${snake}/models/${snake}.ts`
    await writeFile(join(folder, model), (await readFile(join(folder, model), 'utf8')) + EDIT)

    const plan = { ...this.#plan!, fields: [...this.#plan!.fields, ADDED] }
    const path = `${generator}/modules/${id}/regenerate`
    const [{ files }] = await administrator.follow<Regenerated>('POST', path, { plan })
    const statusOf = (part: string) =>
      files
        .filter((file) => file.path.includes(part))
        .map(({ status }) => status)
        .join()
    expect(statusOf(model) === 'merged', `the edited model is ${statusOf(model)}`)
    const migrations = statusOf('/migrations/')
    expect(migrations === 'unchanged,new', `the migrations are ${migrations}`)
    const merged = await readFile(join(folder, model), 'utf8')
    expect(merged.endsWith(EDIT) && merged.includes(ADDED.name), 'the model is not merged')

    const { page } = await Screen.open(id, administrator)
    expect(
      page.form.fields.some(({ name }) => name === ADDED.name),
      'the form has no new field'
    )
    await exercise(id, administrator)
  }

  async #undo({ id, path }: Module): Promise<void> {
    const { administrator, folder } = this.copy
    const undo = (query = '') => administrator.ask('DELETE', `${generator}/modules/${id}${query}`)
    assertRefused(await undo(), 'E_DRIFT')
    assertRefused(await undo('?force=true'), 'E_TABLE_HAS_ROWS')

    const screen = await Screen.open(id, administrator)
    await screen.remove((await screen.all()).map((row) => row.id))
    if ('softDelete' in (this.planCase.also ?? {})) {
      assertRefused(await undo('?force=true'), 'E_TABLE_HAS_ROWS')
      await this.copy.emptyTables(await this.#ownTables())
    }
    const { status, message } = await undo('?force=true')
    expect(status === 200, `undoing answers ${status}: ${message}`)

    const gone = await administrator.ask('GET', path)
    expect(gone.status === 404, `it still answers ${gone.status}`)
    const { digest, tables, permissions } = await this.#surroundings()
    expect(digest === this.#before!.digest, `the tree below ${folder} is not as before`)
    expect(isEqual(tables, this.#before!.tables), `there are the tables ${tables.join()}`)
    expect(permissions === this.#before!.permissions, 'the permissions are not as before')
  }

  async #ownTables(): Promise<string[]> {
    return (await this.#tables()).filter((name) => !this.#before!.tables.includes(name))
  }

  async #tables(): Promise<string[]> {
    const { administrator } = this.copy
    const tables = await administrator.get<{ name: string }[]>('GET', `${generator}/tables`)
    return tables.map(({ name }) => name)
  }

  /** All that must be as before in the end. */
  async #surroundings() {
    const { administrator, folder } = this.copy
    return {
      digest: await digestOf(folder),
      tables: await this.#tables(),
      permissions: JSON.stringify(await administrator.get('GET', '/app/system/permissions')),
    }
  }
}

function assertRefused({ status, data, message }: Answer, reason: string): void {
  const given = (data as { reason?: string } | null)?.reason
  expect(given === reason, `undoing answers ${status} ${shown(given)} ${message}, not ${reason}`)
}
