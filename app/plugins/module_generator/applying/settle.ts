import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { SourceTree } from '#kernel/source_tree/main'
import type { LiveModules } from '../running/live_modules.js'
import { keepModule, markUndone } from './keep_module.js'
import { forgetMigrations, reverseMigrations } from './migrations.js'
import { isOverExisting, type WriteNote } from './write_note.js'

/** Does what belongs to a change of the tree besides files: tables, rows, routes. May be done anew at any point. */
export async function settle(note: WriteNote, live: LiveModules, tree: SourceTree): Promise<void> {
  if (note.action === 'undo') {
    await reverseGone(note, tree)
    await live.unmount(note.snake)
    return markUndone(note)
  }
  if (note.runs) await live.mount(note.snake)
  await keepModule(note)
}

/** Takes back the tables of a change that did not come about, while its files are there. */
export async function unsettle(note: WriteNote, tree: SourceTree): Promise<void> {
  if (isOverExisting(note) && note.action === 'apply') return forgetMigrations(note.added)
  await reverseMigrations([...note.added].reverse(), tree.root)
}

/** Their files went with the tree, and are laid out once more for that. */
async function reverseGone(note: WriteNote, tree: SourceTree): Promise<void> {
  const names = [...note.migrations].reverse()
  if (isOverExisting(note)) return forgetMigrations(names)
  const folder = join(tree.workFolder, 'reversed')
  try {
    for (const { path, content } of note.files) {
      await mkdir(dirname(join(folder, path)), { recursive: true })
      await writeFile(join(folder, path), content)
    }
    await reverseMigrations(names, folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
