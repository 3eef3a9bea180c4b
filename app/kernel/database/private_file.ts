import { chmodSync, closeSync, existsSync, mkdirSync, openSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

const OWNER_ALONE = 0o600
const ANYBODY_ELSE = 0o077
/** What SQLite lays beside a database takes on the mode of the database, where it is made anew. */
const BESIDE = ['', '-wal', '-shm', '-journal']

/**
 * Makes the file of an embedded database, and the folder for it, where there is none, so that nobody but its owner reads
 * it; one that is there and others may read is closed to them, if it is ours.
 */
export function keepPrivate(file: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  closeSync(openSync(file, 'a', OWNER_ALONE))
  for (const name of BESIDE.map((end) => file + end)) if (existsSync(name)) close(name)
}

function close(file: string): void {
  const stats = statSync(file)
  const { mode, uid } = stats
  if (!stats.isFile() || (mode & ANYBODY_ELSE) === 0 || uid !== process.getuid?.()) return
  chmodSync(file, OWNER_ALONE)
}
