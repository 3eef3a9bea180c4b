import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import app from '@adonisjs/core/services/app'
import type { FilesConfig } from '#plugins/files/main'

/** A file stands where the folder of files was. */
export function whileNoFolder(work: () => Promise<void>): Promise<void> {
  return whileInstead((folder) => writeFile(folder, 'a file, and no folder'), work)
}

async function whileInstead(
  put: (folder: string) => Promise<unknown>,
  work: () => Promise<void>
): Promise<void> {
  const folder = dirname(app.config.get<FilesConfig>('files').incomingFolder)
  await mkdir(folder, { recursive: true })
  const aside = `${folder}-aside`
  await rename(folder, aside)
  await put(folder)
  try {
    await work()
  } finally {
    await putBack(aside, folder)
  }
}

/** A check of the health that is under way may make its own folder in between. */
export async function putBack(aside: string, folder: string): Promise<void> {
  for (;;) {
    try {
      await rm(folder, { recursive: true, force: true })
      return await rename(aside, folder)
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code !== 'ENOTEMPTY' && code !== 'EEXIST') throw error
    }
  }
}
