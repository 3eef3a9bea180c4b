import { existsSync } from 'node:fs'
import { actAsSystem } from '#kernel/acting/main'
import { Journal, takeTree } from '#kernel/source_tree/main'
import type { LiveModules } from '../running/live_modules.js'
import { clearHalfMade } from './migrations.js'
import type { Project } from './project.js'
import { settle } from './settle.js'
import { isOverExisting, type WriteNote } from './write_note.js'

type Note = WriteNote | { action: 'plugin' }

/** Ends what a killed process began, unless somebody is at it: changes that were carried out get their rows. */
export async function recover(project: Project, live: LiveModules): Promise<void> {
  await eachLeft(project, async (note) => settle(note, live, project), { forget: true })
}

/** Where the database keeps half a migration, it is seen to before the migrator runs. */
export async function clearTheWay(project: Project): Promise<void> {
  await eachLeft(project, async (note) => {
    if (note.runs && !isOverExisting(note)) await clearHalfMade(note.added, project.root)
  })
}

async function eachLeft(
  project: Project,
  work: (note: WriteNote) => Promise<void>,
  { forget = false } = {}
): Promise<void> {
  if (!existsSync(Journal.folderOf(project))) return
  const giveBack = await takeTree(project)
  if (!giveBack) return
  try {
    await actAsSystem('end what a killed generator began', async () => {
      const journal = new Journal<Note>(project)
      for (const note of await journal.recover()) if (note.action !== 'plugin') await work(note)
      if (forget) await journal.forget()
    })
  } finally {
    await giveBack()
  }
}
