import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { BaseModel } from '@adonisjs/lucid/orm'
import type { LucidModel } from '@adonisjs/lucid/types/model'
import { tableScopeOf } from './scope_registry.js'

/**
 * The models that files of the given folders export by default or by name.
 *
 * @param folders absolute paths; one that does not exist has no models
 */
export async function findModels(folders: readonly string[]): Promise<LucidModel[]> {
  const files = (await Promise.all(folders.map(moduleFiles))).flat()
  const modules = await Promise.all(files.map((file) => import(pathToFileURL(file).href)))
  return [
    ...new Set(modules.flatMap((exported: object) => Object.values(exported)).filter(isModel)),
  ]
}

/**
 * Refuses models that do not say whose rows they keep, and learns the tables of those that do.
 *
 * @throws E_MODEL_UNDECLARED with one sentence: the model, the remedy
 */
export function assertModelsDeclared(models: readonly LucidModel[]): void {
  for (const model of models) tableScopeOf(model)
}

async function moduleFiles(folder: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  return names.filter((name) => /(?<!\.d)\.(ts|js)$/.test(name)).map((name) => join(folder, name))
}

function isModel(exported: unknown): exported is LucidModel {
  return typeof exported === 'function' && exported.prototype instanceof BaseModel
}
