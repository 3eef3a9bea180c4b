import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface Merged {
  content: string
  /** How many places both sides changed differently. */
  conflicts: number
}

/** Three-way merge by git: what somebody edited since `base`, and what is rendered now. */
export function threeWayMerge(edited: string, base: string, rendered: string): Promise<Merged> {
  const labels = ['-L', 'edited', '-L', 'generated before', '-L', 'generated now']
  return inFiles({ edited, base, rendered }, async (folder) => {
    const args = ['merge-file', '-p', '--diff3', ...labels, 'edited', 'base', 'rendered']
    const { code, output } = await git(args, folder)
    if (code < 0 || code > 127) throw new Error('git merge-file failed')
    return { content: output, conflicts: code }
  })
}

/** What differs, as `git diff` shows it. */
export function unifiedDiff(path: string, before: string, after: string): Promise<string> {
  return inFiles({ before, after }, async (folder) => {
    const { output } = await git(['diff', '--no-index', '--no-color', 'before', 'after'], folder)
    const hunks = output.indexOf('@@')
    return hunks < 0 ? '' : `--- a/${path}\n+++ b/${path}\n${output.slice(hunks)}`
  })
}

async function inFiles<Result>(
  files: Readonly<Record<string, string>>,
  work: (folder: string) => Promise<Result>
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'chancery-merge-'))
  try {
    for (const [name, content] of Object.entries(files))
      await writeFile(join(folder, name), content)
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function git(args: string[], cwd: string): Promise<{ code: number; output: string }> {
  return new Promise((resolve, reject) => {
    execFile('git', args, { cwd, maxBuffer: 20_000_000 }, (error, output) => {
      const code = error ? error.code : 0
      if (typeof code === 'number') resolve({ code, output })
      else reject(error)
    })
  })
}
