import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Names of tables that a migration makes, by its source. */
export function tablesMadeBy(source: string): string[] {
  const named = /tableName = ['"](\w+)['"]/.exec(source)?.[1]
  const made = [...source.matchAll(/createTable\(\s*(?:['"](\w+)['"]|this\.tableName)/g)]
  return made.flatMap(([, table]) => table ?? named ?? [])
}

/** @param folder whose folders are plugins */
export function tablesOfPlugins(folder: string): Set<string> {
  const migrations = globSync('*/database/migrations/*.js', { cwd: folder })
  return new Set(
    migrations.flatMap((path) => tablesMadeBy(readFileSync(join(folder, path), 'utf8')))
  )
}
