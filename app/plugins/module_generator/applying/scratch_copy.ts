import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { FileChange } from '#kernel/source_tree/main'
import type { Project } from './project.js'

/** What a check needs of a project; the rest is not copied. */
const COPIED = [
  '.env',
  '.adonisjs',
  'app',
  'bin',
  'config',
  'database',
  'providers',
  'start',
  'stubs',
  'tests',
  'adonisrc.ts',
  'ace.js',
  'tsconfig.json',
  'package.json',
]

/** A copy of the project with changes made to it; gone after `work`. */
export async function inScratchCopy<Result>(
  project: Project,
  changes: readonly FileChange[],
  work: (copy: Project) => Promise<Result>
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'chancery-module-'))
  const copy = new (project.constructor as typeof Project)(folder)
  try {
    for (const name of COPIED.filter((one) => existsSync(project.path(one))))
      await cp(project.path(name), copy.path(name), { recursive: true })
    await symlink(project.path('node_modules'), copy.path('node_modules'), 'dir')
    for (const change of changes) await make(copy, change)
    return await work(copy)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function make(copy: Project, { path, content }: FileChange): Promise<void> {
  const target = copy.path(path)
  if (content === null) return rm(target, { force: true })
  await mkdir(dirname(target), { recursive: true })
  await writeFile(target, content)
}
