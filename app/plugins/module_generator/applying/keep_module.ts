import db from '@adonisjs/lucid/services/db'
import GeneratedFile from '../models/generated_file.js'
import GeneratedModule from '../models/generated_module.js'
import { resolvePlan } from '../plan/resolve_plan.js'
import type { WriteNote } from './module_writer.js'

/** Remembers a module as it was rendered. */
export async function keepModule(note: WriteNote): Promise<GeneratedModule> {
  const { name, plan, migrations, files } = note
  const { title, path } = resolvePlan({ ...plan, fields: plan.fields.map(untargeted) }, new Map())
  return db.transaction(async (client) => {
    const values = { title, path, status: 'applied' as const, plan, migrations }
    const module = await GeneratedModule.updateOrCreate({ name }, values, { client })
    await GeneratedFile.query({ client }).where('moduleId', module.id).delete()
    await GeneratedFile.createMany(
      files.map((file) => ({ ...file, moduleId: module.id })),
      { client }
    )
    return module
  })
}

export async function markUndone(name: string): Promise<void> {
  await db.transaction(async (client) => {
    const module = await GeneratedModule.query({ client }).where('name', name).first()
    if (!module) return
    await GeneratedFile.query({ client }).where('moduleId', module.id).delete()
    await module.merge({ status: 'undone', migrations: [] }).save()
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
