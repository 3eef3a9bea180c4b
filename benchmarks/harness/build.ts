import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const built = new Set<string>()

/** Brings the packages and the production build of a checkout up to date; once in a run. */
export function build(checkout: string): void {
  if (built.has(checkout)) return
  run(checkout, ['bin/launch.js', 'prepare'])
  const builder = pathToFileURL(join(checkout, 'bin/launcher/production_build.js')).href
  run(checkout, ['-e', `import('${builder}').then(({ ensureBuild }) => ensureBuild())`])
  built.add(checkout)
}

function run(checkout: string, args: string[]): void {
  const { status } = spawnSync(process.execPath, args, { cwd: checkout, stdio: 'inherit' })
  if (status !== 0) throw new Error(`The production build of ${checkout} failed.`)
}
