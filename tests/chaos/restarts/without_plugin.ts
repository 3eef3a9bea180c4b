import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { copiedProject } from '#tests/helpers/copied_project'

const LIST = 'config/plugins.ts'

/** This version, with one plugin taken from the list of those that are mounted. */
export class WithoutPlugin implements AsyncDisposable {
  private constructor(readonly folder: string) {}

  /** @param name of the plugin in the list */
  static async make(name: string): Promise<WithoutPlugin> {
    const folder = await copiedProject('chancery-without-')
    const path = join(folder, LIST)
    const lines = (await readFile(path, 'utf8')).split('\n')
    const left = lines.filter((line) => line.trim() !== `${name},`)
    if (left.length !== lines.length - 1) throw new Error(`${LIST} does not list "${name}"`)
    await writeFile(path, left.join('\n'))
    return new WithoutPlugin(folder)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.folder, { recursive: true, force: true })
  }
}
