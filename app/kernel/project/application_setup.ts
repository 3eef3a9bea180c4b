import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { intersects, validRange } from 'semver'
import { addGuard, addMiddleware, mountPlugins, readSettings } from './application_edits.js'
import { addAppConfig } from './config_merge.js'
import { E_CANNOT_CONFIGURE } from './errors.js'
import { FileChanges } from './file_changes.js'
import { tablesMadeBy, tablesOfPlugins } from './made_tables.js'
import type { SourceFile, Sources } from './source_nodes.js'
import { contentOf, RECORD, recordIn } from './template_record.js'

/** Files of a project that an application needs; its own of the same name are replaced. */
const TAKEN =
  /^(ace\.js|bin\/.*|config\/.*|start\/(env|kernel)\.ts|tests\/(bootstrap\.ts|environment\.ts|helpers\/.*|functional\/service\.spec\.ts))$/
const APP_CONFIG = 'config/app.ts'
/** Files of its own that are edited. */
const EDITED: Readonly<Record<string, (own: SourceFile, theirs: SourceFile) => void>> = {
  'start/env.ts': readSettings,
  'start/kernel.ts': addMiddleware,
  'config/auth.ts': addGuard,
  [APP_CONFIG]: addAppConfig,
}
/** Two spaces, no semicolons. */
const FORMAT = {
  indentSize: 2,
  convertTabsToSpaces: true,
  semicolons: 'remove' as never,
  insertSpaceAfterOpeningAndBeforeClosingEmptyBraces: false,
}
const MIGRATIONS = 'database/migrations'

interface PackageJson {
  imports?: Record<string, string>
  dependencies: Record<string, string>
  devDependencies: Record<string, string>
}

export interface MissingPackage {
  /** With its range, as `npm install` takes it. */
  name: string
  isDevDependency: boolean
}

/** What puts Chancery into an AdonisJS application that was there before; writes nothing. */
export class ApplicationSetup {
  readonly changes: FileChanges
  readonly packages: MissingPackage[] = []
  /** Migrations that are set aside, and the tables of Chancery that they would make. */
  readonly setAside: { path: string; tables: string[] }[] = []

  constructor(
    private readonly root: string,
    private readonly template: string,
    private readonly sources: Sources
  ) {
    this.changes = new FileChanges(root)
    this.#takeFiles()
    this.#leaveRoutes()
    this.#edit('adonisrc.ts', (source) => mountPlugins(source, ...this.#modules()))
    this.#addPackages()
    this.#ignoreFiles()
    this.#setMigrationsAside()
  }

  #takeFiles(): void {
    for (const path of Object.keys(recordIn(this.template)!.files).filter((one) => TAKEN.test(one)))
      if (EDITED[path] && this.changes.read(path)) this.#edit(path, EDITED[path])
      else this.changes.write(path, contentOf(this.template, path))
    this.changes.write(RECORD, contentOf(this.template, RECORD))
  }

  /** The routes that it has go on as they are: at `/` and without declarations. */
  #leaveRoutes(): void {
    const config = this.changes.read(APP_CONFIG)!
    const own = config
      .replace("landingPath = '/'", "landingPath = '/chancery'")
      .replace("undeclaredRoutes = 'refused'", "undeclaredRoutes = 'served'")
    this.changes.write(APP_CONFIG, own)
  }

  #edit(path: string, edit: (own: SourceFile, theirs: SourceFile) => void): void {
    const content = this.changes.read(path)
    if (content === null) throw new E_CANNOT_CONFIGURE(`There is no ${path} in ${this.root}`)
    const parsed = (file: string, text: string) =>
      this.sources.createSourceFile(file, text, { overwrite: true })
    const own = parsed(join(this.root, path), content)
    edit(own, parsed(`/chancery/${path}`, contentOf(this.template, path)!))
    own.formatText(FORMAT)
    this.changes.write(path, own.getFullText())
  }

  /** Those of AdonisJS that a project has in its `adonisrc.ts`. */
  #modules(): [commands: string[], providers: string[]] {
    const modules = [...contentOf(this.template, 'adonisrc.ts')!.matchAll(/'(@adonisjs\/[^']+)'/g)]
    const paths = modules.map(([, path]) => path!)
    const ending = (end: RegExp) => paths.filter((path) => end.test(path))
    return [ending(/\/commands$/), ending(/_provider$/)]
  }

  #addPackages(): void {
    const [own, wanted] = [this.root, this.template].map(
      (folder) => JSON.parse(contentOf(folder, 'package.json')!) as PackageJson
    ) as [PackageJson, PackageJson]
    const has = { ...own.dependencies, ...own.devDependencies }
    for (const part of ['dependencies', 'devDependencies'] as const) {
      const isDevDependency = part === 'devDependencies'
      for (const [name, range] of Object.entries(wanted[part]))
        if (name !== 'chancery' && (!has[name] || (!isDevDependency && !meet(has[name], range))))
          this.packages.push({ name: `${name}@${range}`, isDevDependency })
    }
    const merged = { ...own, imports: { ...wanted.imports, ...own.imports } }
    this.changes.write('package.json', `${JSON.stringify(merged, null, 2)}\n`)
  }

  #ignoreFiles(): void {
    const own = this.changes.read('.gitignore') ?? ''
    const lines = own.split('\n')
    const missing = contentOf(this.template, 'gitignore')!
      .split('\n')
      .filter((line) => line && !lines.includes(line))
    if (missing.length > 0)
      this.changes.write('.gitignore', `${own.trimEnd()}\n${missing.join('\n')}\n`)
  }

  /** Chancery has tables of these names itself. */
  #setMigrationsAside(): void {
    const taken = tablesOfPlugins(join(this.template, '../app/plugins'))
    for (const path of migrationsIn(this.root)) {
      const tables = tablesMadeBy(this.changes.read(path)!).filter((table) => taken.has(table))
      if (tables.length === 0) continue
      this.setAside.push({ path, tables })
      this.changes.write(path, null)
    }
  }
}

/** Whether a release is in both ranges; a path or a tag is taken as it is. */
const meet = (own: string, range: string) => !validRange(own) || intersects(own, range)

function migrationsIn(root: string): string[] {
  try {
    return readdirSync(join(root, MIGRATIONS)).map((name) => `${MIGRATIONS}/${name}`)
  } catch {
    return []
  }
}
