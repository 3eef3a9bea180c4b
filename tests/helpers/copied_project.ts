import { cp, mkdtemp, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PROJECT } from './imports.js'

const LEFT_OUT = new Set(['node_modules', '.git', 'build', 'data', 'tmp', '.runtime', 'coverage'])

/** Copies the project's sources to a folder of their own, which shares the packages. */
export async function copiedProject(prefix: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), prefix))
  const filter = (path: string) => !LEFT_OUT.has(path.slice(PROJECT.length).split('/')[0]!)
  await cp(PROJECT, folder, { recursive: true, filter })
  await symlink(join(PROJECT, 'node_modules'), join(folder, 'node_modules'), 'dir')
  return folder
}
