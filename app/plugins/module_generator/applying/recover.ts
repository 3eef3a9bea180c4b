import { actAsSystem } from '#kernel/operator/acting'
import type { LiveModules } from '../running/live_modules.js'
import { alone } from './generator_lock.js'
import { Journal } from './journal.js'
import { keepModule, markUndone } from './keep_module.js'
import type { WriteNote } from './module_writer.js'
import type { Project } from './project.js'

/** Ends what a killed process began: changes that were carried out get their rows, others were put back. */
export async function recover(project: Project, live: LiveModules): Promise<string[]> {
  if (!project.exists('data/module_generator/journal')) return []
  return alone(project.workFolder, () =>
    actAsSystem('end what a killed generator began', async () => {
      const journal = new Journal<WriteNote>(project)
      const notes = await journal.recover()
      for (const note of notes) await settle(note, live)
      await journal.forget()
      return notes.map(({ name }) => name)
    })
  )
}

async function settle(note: WriteNote, live: LiveModules): Promise<void> {
  if (note.action === 'undo') return markUndone(note.name)
  await live.mount(note.snake)
  await keepModule(note)
}
