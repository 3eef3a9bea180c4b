import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import app from '@adonisjs/core/services/app'
import type { FilesConfig } from '#plugins/files/main'

/** A file stands where the folder of files was. */
export async function whileNoFolder(work: () => Promise<void>): Promise<void> {
  const folder = dirname(app.config.get<FilesConfig>('files').incomingFolder)
  await mkdir(folder, { recursive: true })
  const aside = `${folder}-aside`
  await rename(folder, aside)
  await writeFile(folder, 'a file, and no folder')
  try {
    await work()
  } finally {
    await rm(folder)
    await rename(aside, folder)
  }
}
