import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** What a running service writes to beside the sources. */
const NOT_SOURCES = new Set(['node_modules', 'data', 'tmp', '.git', '.runtime'])

/** One text for every byte below a project, and every name. */
export async function digestOf(folder: string): Promise<string> {
  const hash = createHash('sha256')
  for (const top of (await readdir(folder)).filter((name) => !NOT_SOURCES.has(name)).sort())
    for (const file of await filesAt(folder, top))
      hash.update(`${file}\0`).update(await readFile(join(folder, file)))
  return hash.digest('hex')
}

async function filesAt(folder: string, top: string): Promise<string[]> {
  const entries = await readdir(join(folder, top), { recursive: true, withFileTypes: true }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOTDIR') return null
      throw error
    }
  )
  if (entries === null) return [top]
  return entries
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .map((path, index) => (entries[index]!.isFile() ? path : `${path}/`))
    .filter((path) => !path.endsWith('/'))
    .sort()
}
