import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { isConfigured } from './undo_record.js'
import { contentOf, hashOf, RECORD, recordIn, type TemplateRecord } from './template_record.js'

/**
 * - `add`: the template has it since this version;
 * - `update`: it changed in the template and not in the project;
 * - `conflict`: it changed in both, and stays as it is.
 */
export type FileChange = { kind: 'add' | 'update' | 'conflict'; path: string }

interface PackageJson {
  imports: Record<string, unknown>
  dependencies: Record<string, string>
  devDependencies: Record<string, string>
}

/** What changes in a project that goes on to the installed version of Chancery. */
export class ProjectUpgrade {
  readonly from: string
  readonly to: string
  readonly files: readonly FileChange[]
  /** Keys of `package.json` that the template sets otherwise, such as `imports.#config/*`. */
  readonly keys: readonly string[]
  readonly #package: PackageJson

  constructor(
    private readonly project: string,
    private readonly template: string
  ) {
    const [before, after] = [recordIn(project), recordIn(template)!]
    this.from = before?.version ?? 'an unknown version'
    this.to = after.version
    this.files = Object.keys(after.files).flatMap((path) => this.#changeOf(path, before, after))
    ;[this.#package, this.keys] = merged(
      JSON.parse(contentOf(project, 'package.json')!),
      JSON.parse(contentOf(template, 'package.json')!),
      { keepTools: isConfigured(project) }
    )
  }

  /** Writes everything but conflicts. */
  apply(): void {
    for (const { kind, path } of this.files) if (kind !== 'conflict') this.#copy(path)
    if (this.keys.length > 0)
      writeFileSync(
        join(this.project, 'package.json'),
        `${JSON.stringify(this.#package, null, 2)}\n`
      )
    this.#copy(RECORD)
  }

  #copy(path: string): void {
    const target = join(this.project, path)
    mkdirSync(dirname(target), { recursive: true })
    writeFileSync(target, contentOf(this.template, path)!)
  }

  #changeOf(path: string, before: TemplateRecord | null, after: TemplateRecord): FileChange[] {
    const [content, began] = [contentOf(this.project, path), before?.files[path]]
    if (content === null) return began ? [] : [{ kind: 'add', path }]
    const current = hashOf(content)
    if (current === after.files[path] || began === after.files[path]) return []
    return [{ kind: current === began ? 'update' : 'conflict', path }]
  }
}

/**
 * The project's own entries stay; those of the template are as it has them.
 *
 * @param options.keepTools whether tools stay in the version that the project has, which had them before Chancery
 */
function merged(
  project: PackageJson,
  template: PackageJson,
  { keepTools }: { keepTools: boolean }
): [PackageJson, string[]] {
  const keys: string[] = []
  const result = { ...project }
  for (const part of ['imports', 'dependencies', 'devDependencies'] as const) {
    const own = (project[part] ?? {}) as Record<string, unknown>
    const wanted = Object.entries(template[part]).filter(
      ([key, value]) =>
        key !== 'chancery' &&
        !isDeepStrictEqual(own[key], value) &&
        !(keepTools && part === 'devDependencies' && key in own)
    )
    keys.push(...wanted.map(([key]) => `${part}.${key}`))
    result[part] = { ...own, ...Object.fromEntries(wanted) } as never
  }
  return [result, keys]
}
