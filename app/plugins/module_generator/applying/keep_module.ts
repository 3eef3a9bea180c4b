import db from '@adonisjs/lucid/services/db'
import { recordChange, wasRecorded } from '../history.js'
import GeneratedFile from '../models/generated_file.js'
import GeneratedModule from '../models/generated_module.js'
import { resolvePlan } from '../plan/resolve_plan.js'
import type { WriteNote } from './write_note.js'

/** Remembers a module as it was rendered, and tells that it was. */
export async function keepModule(note: WriteNote): Promise<void> {
  const { name, plan, migrations, files } = note
  const { title, path } = resolvePlan({ ...plan, fields: plan.fields.map(untargeted) }, new Map())
  await db.transaction(async (client) => {
    if (await wasRecorded(note, client)) return
    const values = { title, path, status: 'applied' as const, plan, migrations }
    const module = await GeneratedModule.updateOrCreate({ name }, values, { client })
    await GeneratedFile.query({ client }).where('moduleId', module.id).delete()
    await GeneratedFile.createMany(
      files.map((file) => ({ ...file, moduleId: module.id })),
      { client }
    )
    await recordChange(note, client)
  })
}

export async function markUndone(note: WriteNote): Promise<void> {
  await db.transaction(async (client) => {
    if (await wasRecorded(note, client)) return
    const module = await GeneratedModule.query({ client }).where('name', note.name).firstOrFail()
    await GeneratedFile.query({ client }).where('moduleId', module.id).delete()
    await module.merge({ status: 'undone', migrations: [] }).save()
    await recordChange(note, client)
  })
}

export async function keptFiles(moduleId: number): Promise<Map<string, string>> {
  const files = await GeneratedFile.query().where('moduleId', moduleId)
  return new Map(files.map(({ path, content }) => [path, content]))
}

/** The title needs no targets. */
function untargeted<Field extends { target?: string }>(field: Field): Field {
  return { ...field, target: undefined }
}
