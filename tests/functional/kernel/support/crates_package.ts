import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { PROJECT } from '#tests/helpers/imports'
import type { ProjectCopy } from '#tests/helpers/project_copy'

const SOURCE = fileURLToPath(new URL('./crates', import.meta.url))

/** The package `crates`, outside of the copy of the project that mounts it. */
export class CratesPackage implements AsyncDisposable {
  private constructor(
    private readonly folder: string,
    private readonly list: string,
    private readonly unlisted: string
  ) {}

  static async install(copy: ProjectCopy): Promise<CratesPackage> {
    const folder = await mkdtemp(join(tmpdir(), 'chancery-crates-'))
    await cp(SOURCE, folder, { recursive: true })
    await symlink(join(PROJECT, 'node_modules'), join(folder, 'node_modules'), 'dir')
    const list = copy.path('config/plugins.ts')
    return new CratesPackage(folder, list, await readFile(list, 'utf8'))
  }

  get manifest(): string {
    return join(this.folder, 'plugin.js')
  }

  async mount(): Promise<void> {
    const entry = this.unlisted.replace(/,\n\]/, ', crates]')
    const line = `import crates from '${pathToFileURL(this.manifest)}'\n`
    await writeFile(this.list, line + entry)
  }

  async unmount(): Promise<void> {
    await writeFile(this.list, this.unlisted)
  }

  async write(file: string, content: string): Promise<void> {
    await writeFile(join(this.folder, file), content)
  }

  async restore(file: string): Promise<void> {
    await cp(join(SOURCE, file), join(this.folder, file))
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.folder, { recursive: true, force: true })
  }
}
