import { cp, mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { format, resolveConfig } from 'prettier'
import { hashOf, RECORD, type TemplateRecord } from '#kernel/project/main'
import { exportsOf, sharedPackages } from './manifest.js'

/** Files of this repository that a project begins with, as they are. */
const COPIED = [
  '.dockerignore',
  '.editorconfig',
  '.env.example',
  '.npmrc',
  '.prettierignore',
  'Dockerfile',
  'ace.js',
  'adonisrc.ts',
  'bin',
  'config',
  'database',
  'docker',
  'docker-compose.yml',
  'exec.cmd',
  'providers',
  'start',
  'tests/environment.ts',
  'tests/helpers/free_port.ts',
]
const SCRIPTS = ['start', 'dev', 'build', 'test', 'lint', 'format', 'typecheck']
/** Tools of a project: what checks, builds and tests it, and what the module generator runs. */
const TOOLS = [
  /^@adonisjs\/(assembler|eslint-config|prettier-config|tsconfig)$/,
  /^@japa\//,
  /^@poppinss\/ts-exec$/,
  /^@swc\/core$/,
  /^@types\/(luxon|node)$/,
  /^(ajv|ajv-formats|eslint|fast-check|hot-hook|pino-pretty|prettier|tsc|typescript|youch)$/,
]

/** A project makes them its own at once. */
const NEVER_REPLACED = new Set(['package.json', 'npmrc', 'gitignore'])

interface Project {
  name: string
  version: string
  engines: Record<string, string>
  scripts: Record<string, string>
  dependencies: Record<string, string>
  devDependencies: Record<string, string>
  prettier: string
  allowScripts: Record<string, boolean>
}

/** Makes the files of a new project from those of this repository, and from the few in `template/` that only a project has. */
export async function writeTemplate(root: string, project: Project, to: string) {
  for (const path of COPIED) {
    await mkdir(dirname(join(to, path)), { recursive: true })
    await cp(join(root, path), join(to, path), { recursive: true })
  }
  await cp(join(root, 'packages/chancery/template'), to, { recursive: true })
  const tsconfig = JSON.parse(await readFile(join(root, 'tsconfig.json'), 'utf8'))
  tsconfig.exclude = tsconfig.exclude.filter(
    (path: string) => !/^(apps|packages|examples)/.test(path)
  )
  await writeJson(join(to, 'tsconfig.json'), tsconfig)
  await writeJson(join(to, 'package.json'), packageOf(root, project))
  // npm leaves files of these names out of a package.
  await rename(join(to, '.npmrc'), join(to, 'npmrc'))
  // By its own name the linter of this repository would take it for a configuration.
  await rename(join(to, 'eslint.config.stub'), join(to, 'eslint.config.js'))
  await writeJson(join(to, RECORD), { version: project.version, files: await hashesIn(to) })
}

/** Of what an upgrade may replace. */
async function hashesIn(folder: string): Promise<TemplateRecord['files']> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)))
    .filter((path) => !NEVER_REPLACED.has(path))
  const pairs = paths
    .sort()
    .map(async (path) => [path, hashOf(await readFile(join(folder, path), 'utf8'))] as const)
  return Object.fromEntries(await Promise.all(pairs))
}

function packageOf(root: string, project: Project) {
  const { engines, scripts, devDependencies, prettier, allowScripts } = project
  const tools = Object.entries(devDependencies).filter(([name]) =>
    TOOLS.some((pattern) => pattern.test(name))
  )
  return {
    name: 'chancery-project',
    version: '0.1.0',
    private: true,
    type: 'module',
    engines,
    imports: importsOf(root),
    scripts: Object.fromEntries(SCRIPTS.map((name) => [name, scripts[name]])),
    dependencies: { ...sharedPackages(project.dependencies), chancery: `^${project.version}` },
    devDependencies: Object.fromEntries(tools),
    prettier,
    allowScripts,
  }
}

/** The same names as in this repository: a source of a plugin runs in both. */
function importsOf(root: string): Record<string, string> {
  const builtIn = Object.keys(exportsOf(root))
    .filter((path) => path.startsWith('./plugins/'))
    .map((path) => {
      const name = path.slice('./plugins/'.length)
      return [`#plugins/${name.includes('/') ? name : `${name}/main`}`, `chancery/plugins/${name}`]
    })
  return {
    '#kernel/*/main': 'chancery/kernel/*',
    ...Object.fromEntries(builtIn),
    '#plugins/*': './app/plugins/*.js',
    '#providers/*': './providers/*.js',
    '#config/*': './config/*.js',
    '#database/*': './database/*.js',
    '#start/*': './start/*.js',
    '#tests/helpers/main': 'chancery/testing',
    '#tests/*': './tests/*.js',
  }
}

/** As the project's formatter has it. */
async function writeJson(path: string, value: unknown): Promise<void> {
  const text = JSON.stringify(value, null, 2)
  await writeFile(
    path,
    await format(text, { ...(await resolveConfig(import.meta.filename)), parser: 'json' })
  )
}
