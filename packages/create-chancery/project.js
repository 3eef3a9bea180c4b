import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { Refusal } from './arguments.js'

const windows = process.platform === 'win32'

/** Writes the project's files from the template in the package, without its packages. */
export function writeProject({ path, name, chancery }) {
  const work = mkdtempSync(join(tmpdir(), 'create-chancery-'))
  try {
    const { template, version } = unpacked(chancery, work)
    mkdirSync(path, { recursive: true })
    cpSync(template, path, { recursive: true })
    for (const hidden of ['npmrc', 'gitignore'])
      renameSync(join(path, hidden), join(path, `.${hidden}`))
    nameProject(
      path,
      name,
      chancery.endsWith('.tgz') ? `file:${relative(path, chancery)}` : `^${version}`
    )
    writeEnvironment(path)
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

/** Fails at once, where npm itself would try each package for minutes. */
export function assertRegistry() {
  try {
    run('npm', ['view', 'npm', 'version', '--fetch-retries=0', '--fetch-timeout=20000'], tmpdir())
  } catch {
    throw new Refusal(
      'npm does not reach its registry: see the network, and what "npm config get registry" says. Nothing was written'
    )
  }
}

/** Brings Node.js 24 where it is missing, and the packages. */
export function installPackages(path) {
  run('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], path)
  run(process.execPath, ['bin/launch.js', 'prepare'], path, 'inherit')
}

/** A plugin of the project's own, to begin with. */
export function makePlugin(path, plugin) {
  run(process.execPath, ['bin/launch.js', 'ace', 'make:plugin', plugin], path)
}

function unpacked(chancery, work) {
  fetched(chancery, work)
  run('tar', ['-xzf', join(work, tarballIn(work)), '-C', work], work)
  const folder = join(work, 'package')
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const template = join(folder, 'template')
  if (!existsSync(template)) throw new Refusal(`${chancery} has no template of a project`)
  return { template, version }
}

function fetched(chancery, work) {
  try {
    run('npm', ['pack', chancery, '--pack-destination', work, '--loglevel=error'], work)
  } catch (error) {
    throw new Refusal(
      `npm could not fetch ${chancery}: see the network, and the name.\n${error.message}`
    )
  }
}

function nameProject(path, name, chancery) {
  const file = join(path, 'package.json')
  const project = JSON.parse(readFileSync(file, 'utf8'))
  project.name = name
  project.dependencies.chancery = chancery
  writeFileSync(file, `${JSON.stringify(project, null, 2)}\n`)
}

/** For development; production brings secrets of its own. */
function writeEnvironment(path) {
  const secret = () => randomBytes(32).toString('base64url')
  const lines = ['NODE_ENV=development', `APP_KEY=${secret()}`, `JWT_SECRET=${secret()}`]
  writeFileSync(join(path, '.env'), `${lines.join('\n')}\n`, { mode: 0o600 })
}

function run(command, args, cwd, output = 'pipe') {
  const { status, error, stdout, stderr } = spawnSync(command, args, {
    cwd,
    shell: windows && command !== process.execPath,
    stdio: ['ignore', output, output],
    encoding: 'utf8',
  })
  if (status === 0) return
  const words = error?.message ?? `${stdout ?? ''}${stderr ?? ''}`.trim()
  throw new Refusal(`"${command} ${args.join(' ')}" failed in ${cwd}:\n${words}`)
}

const tarballIn = (folder) => readdirSync(folder).find((file) => file.endsWith('.tgz'))
