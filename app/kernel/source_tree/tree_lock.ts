import { randomUUID } from 'node:crypto'
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { SourceTree } from './source_tree.js'

const held = new Set<string>()

/**
 * Takes the right to change a tree, in this process or another on this machine.
 *
 * @returns what gives it back; `null` while somebody else has it
 */
export async function takeTree({ workFolder }: SourceTree): Promise<(() => Promise<void>) | null> {
  await mkdir(workFolder, { recursive: true })
  const file = join(workFolder, 'lock')
  if (!(await claim(file)) && !((await discardStale(file)) && (await claim(file)))) return null

  held.add(file)
  return async () => {
    held.delete(file)
    await rm(file, { force: true })
  }
}

/** A lock appears with its holder written in it, or not at all. */
async function claim(file: string): Promise<boolean> {
  const mine = `${file}.${randomUUID()}`
  await writeFile(mine, String(process.pid))
  try {
    await link(mine, file)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  } finally {
    await rm(mine, { force: true })
  }
}

/** A killed process leaves its lock behind; of those who find it, one takes it away. */
async function discardStale(file: string): Promise<boolean> {
  if (await holderLives(file, file)) return false
  const taken = `${file}.${randomUUID()}`
  try {
    await rename(file, taken)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return true
    throw error
  }
  const fresh = await holderLives(taken, file)
  if (fresh) await rename(taken, file)
  else await rm(taken, { force: true })
  return !fresh
}

/** After a restart in a container the number of the killed process may be this one's. */
async function holderLives(file: string, lock: string): Promise<boolean> {
  const pid = Number(await readFile(file, 'utf8').catch(absent))
  if (!Number.isInteger(pid) || pid <= 0) return false
  if (pid === process.pid) return held.has(lock)
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

function absent(error: NodeJS.ErrnoException): string {
  if (error.code === 'ENOENT') return ''
  throw error
}
