import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { join } from 'node:path'

/** Where a project keeps which files it took from the template, and how they were. */
export const RECORD = '.chancery.json'

/** The files of a new project, as the installed version of Chancery has them; this repository itself has none. */
export const TEMPLATE = fileURLToPath(new URL('../../../template', import.meta.url))

export interface TemplateRecord {
  /** The version of Chancery that the files are of. */
  version: string
  /** The hash of each file, by its path below the project. */
  files: Readonly<Record<string, string>>
}

/** @returns `null` in a project that was not made from the template */
export function recordIn(folder: string): TemplateRecord | null {
  const content = contentOf(folder, RECORD)
  return content === null ? null : (JSON.parse(content) as TemplateRecord)
}

/** @returns `null` where there is no such file */
export function contentOf(folder: string, path: string): string | null {
  const file = join(folder, path)
  return existsSync(file) ? readFileSync(file, 'utf8') : null
}

export function hashOf(content: string): string {
  return createHash('sha256').update(content).digest('hex').slice(0, 16)
}
