import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../runtime.js'

/** Of files and of all that is in folders, by content, not by time: a checkout gives every file a new one. */
export function fingerprintOf(folders, files) {
  const hash = createHash('sha256')
  for (const file of [...folders.flatMap(filesIn), ...files]) {
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(ROOT, file)))
      .update('\0')
  }
  return hash.digest('hex')
}

function filesIn(folder) {
  if (!existsSync(join(ROOT, folder))) return []
  const entries = readdirSync(join(ROOT, folder), { withFileTypes: true })
  return entries.flatMap((entry) => {
    const path = `${folder}/${entry.name}`
    return entry.isDirectory() ? filesIn(path) : [path]
  })
}
