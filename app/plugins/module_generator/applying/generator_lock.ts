import { mkdir, open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { E_GENERATOR_BUSY } from '../errors.js'

/**
 * Runs `work` while nobody else changes the tree, in this process or another on this machine.
 *
 * @throws E_GENERATOR_BUSY
 */
export async function alone<Result>(folder: string, work: () => Promise<Result>): Promise<Result> {
  await mkdir(folder, { recursive: true })
  const file = join(folder, 'lock')
  await take(file)
  try {
    return await work()
  } finally {
    await rm(file, { force: true })
  }
}

async function take(file: string): Promise<void> {
  for (const attempt of [1, 2]) {
    try {
      const handle = await open(file, 'wx')
      await handle.writeFile(String(process.pid))
      return await handle.close()
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
      if (attempt === 2 || (await holderLives(file))) throw new E_GENERATOR_BUSY()
      await rm(file, { force: true })
    }
  }
}

/** A killed process leaves its lock behind. */
async function holderLives(file: string): Promise<boolean> {
  const pid = Number(await readFile(file, 'utf8').catch(() => ''))
  if (!Number.isInteger(pid) || pid <= 0) return false
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
