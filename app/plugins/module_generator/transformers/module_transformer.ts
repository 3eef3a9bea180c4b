import { t, type Shaped } from '#kernel/contracts/main'
import GeneratedFile from '../models/generated_file.js'
import ModuleHistory from '../models/module_history.js'
import type GeneratedModule from '../models/generated_module.js'

const members = {
  id: t.id(),
  name: t.text(),
  title: t.text(),
  path: t.text(),
  status: t.oneOf(['applied', 'undone']),
  createdAt: t.instant(),
  updatedAt: t.instant(),
}

export const moduleRow = t.object(members)

export const moduleShape = t.object(
  {
    ...members,
    plan: t.json(),
    files: t.array(t.text()),
    histories: t.array(
      t.object({
        id: t.id(),
        action: t.oneOf(['draft', 'apply', 'regenerate', 'undo']),
        operatorId: t.nullable(t.id()),
        milliseconds: t.integer(),
        createdAt: t.instant(),
      })
    ),
  },
  { title: 'Module' }
)

export function moduleForList(module: GeneratedModule): Shaped<typeof moduleRow> {
  const { id, name, title, path, status, createdAt, updatedAt } = module
  return {
    id,
    name,
    title,
    path,
    status,
    createdAt: createdAt.toISO()!,
    updatedAt: updatedAt.toISO()!,
  }
}

export async function moduleForDetail(
  module: GeneratedModule
): Promise<Shaped<typeof moduleShape>> {
  const files = await GeneratedFile.query().where('moduleId', module.id).orderBy('path')
  const histories = await ModuleHistory.query().where('moduleName', module.name).orderBy('id')
  return {
    ...moduleForList(module),
    plan: module.plan,
    files: files.map(({ path }) => path).filter((path) => !path.includes('#')),
    histories: histories.map(({ id, action, operatorId, milliseconds, createdAt }) => ({
      id,
      action,
      operatorId,
      milliseconds,
      createdAt: createdAt.toISO()!,
    })),
  }
}
