import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual, promisify } from 'node:util'
import { PROJECT } from '#tests/helpers/imports'

const run = promisify(execFile)
const LOCK = 'package-lock.json'

/** Versions that were given out, oldest first: each line of `RELEASES` is a version and its commit. */
export async function releases(): Promise<{ version: string; commit: string }[]> {
  const text = await readFile(join(PROJECT, 'RELEASES'), 'utf8')
  return [...text.matchAll(/^(\S+) (\S+)$/gm)].map(([, version, commit]) => {
    return { version: version!, commit: commit! }
  })
}

/** The sources of a release in a folder of their own, with the packages that it was given out with. */
export class Release implements AsyncDisposable {
  private constructor(readonly folder: string) {}

  static async checkOut(commit: string): Promise<Release> {
    const release = new Release(await mkdtemp(join(tmpdir(), 'chancery-release-')))
    const archive = join(release.folder, 'sources.tar')
    await run('git', ['archive', '--output', archive, commit], { cwd: PROJECT })
    await run('tar', ['-xf', archive, '-C', release.folder])
    await release.#packages()
    return release
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.folder, { recursive: true, force: true })
  }

  /** Ours serve as well where the lock files name the same. */
  async #packages(): Promise<void> {
    const [own, its] = await Promise.all([PROJECT, this.folder].map(packagesOf))
    const modules = 'node_modules'
    if (isDeepStrictEqual(own, its))
      return symlink(join(PROJECT, modules), join(this.folder, modules), 'dir')
    await run('npm', ['ci'], { cwd: this.folder })
  }
}

/** What is installed, whichever version of ours it is for. */
async function packagesOf(root: string): Promise<unknown> {
  const lock = JSON.parse(await readFile(join(root, LOCK), 'utf8')) as {
    packages: Record<string, { version: string }>
  }
  const { '': own, ...packages } = lock.packages
  return { ...packages, own: { ...own, version: null } }
}
