import { cp, readdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { PROJECT } from '../helpers/imports.js'
import { outcomeOf, type MadeProject } from './made_project.js'

const NODE_MODULES = 'node_modules'

/** Compiles the example against the package that a project has, packs it, and answers the path of its tarball. */
export async function packedVisits({ home, folder }: MadeProject): Promise<string> {
  const source = join(home, 'visits')
  await cp(join(PROJECT, 'examples/visits'), source, { recursive: true })
  await symlink(join(folder, NODE_MODULES), join(source, NODE_MODULES), 'dir')
  for (const args of [['run', 'build'], ['pack']]) {
    const { code, output } = await outcomeOf('npm', args, source)
    if (code !== 0) throw new Error(output)
  }
  const tarball = (await readdir(source)).find((file) => file.endsWith('.tgz'))!
  return join(source, tarball)
}
