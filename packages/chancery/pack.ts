/**
 * Builds the package and the typed clients: `npm run package` writes `chancery-<version>.tgz`, `chancery-http-client-<version>.tgz` and
 * `chancery-messaging-client-<version>.tgz`, or into a folder that is named, and prints their paths in this order.
 */
import { execFile } from 'node:child_process'
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { packageManifest } from './manifest.js'
import { writeTemplate } from './template.js'

const run = promisify(execFile)
const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const STAGE = join(ROOT, 'tmp/package')
const CLIENTS = ['clients/http', 'clients/messaging']

const project = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'))
const manifest = packageManifest(ROOT, project)

await rm(STAGE, { recursive: true, force: true })
await mkdir(STAGE, { recursive: true })
await compile('packages/chancery')
for (const client of CLIENTS) await compile(client)
for (const folder of ['app', 'stubs']) await copyFiles(folder)
for (const file of ['CHANGELOG.md', 'LICENSE', 'README.md'])
  await cp(join(ROOT, file), join(STAGE, file))
await writeTemplate(ROOT, project, join(STAGE, 'template'))
await writeFile(join(STAGE, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
const to = resolve(process.argv[2] ?? '.')
for (const folder of [STAGE, ...CLIENTS]) {
  const args = ['pack', '--ignore-scripts', '--pack-destination', to]
  const { stdout } = await run('npm', args, { cwd: resolve(ROOT, folder) })
  process.stdout.write(`${join(to, stdout.trim())}\n`)
}

async function compile(folder: string): Promise<void> {
  const tsc = join(ROOT, 'node_modules/typescript/bin/tsc')
  await run(process.execPath, [tsc, '-p', join(ROOT, folder)]).catch(compilerFailed)
}

/** All but TypeScript, which is compiled. */
async function copyFiles(folder: string): Promise<void> {
  const filter = (path: string) => !path.endsWith('.ts')
  await cp(join(ROOT, folder), join(STAGE, folder), { recursive: true, filter })
}

function compilerFailed(error: { stdout?: string }): never {
  process.stderr.write(error.stdout ?? String(error))
  process.exit(1)
}
