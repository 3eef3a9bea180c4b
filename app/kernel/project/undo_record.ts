import { E_CANNOT_CONFIGURE } from './errors.js'
import { type FileChanges, writeFile } from './file_changes.js'
import { contentOf, hashOf } from './template_record.js'

/** Where an application keeps how its files were before Chancery was put in. */
const UNDO = '.chancery.undo.json'

type Record = { [path: string]: { before: string | null; after: string | null } }

export const isConfigured = (root: string): boolean => contentOf(root, UNDO) !== null

/** Writes the changes, and first how it was before. */
export function apply(root: string, changes: FileChanges): void {
  const record: Record = {}
  for (const [path, { before, after }] of changes)
    record[path] = { before, after: hashOrNull(after) }
  writeRecord(root, record)
  for (const [path, { after }] of changes) writeFile(root, path, after)
}

/** What an installation of packages made of a file since then is not the owner's. */
export function accept(root: string, path: string): void {
  const record = recordOf(root)
  record[path]!.after = hashOrNull(contentOf(root, path))
  writeRecord(root, record)
}

/**
 * Writes all as it was.
 *
 * @param force whether changes that were made since are lost
 * @returns the paths
 * @throws E_CANNOT_CONFIGURE naming what was changed since
 */
export function takeBack(root: string, { force }: { force: boolean }): string[] {
  const record = recordOf(root)
  const changed = Object.keys(record).filter(
    (path) => hashOrNull(contentOf(root, path)) !== record[path]!.after
  )
  if (changed.length > 0 && !force)
    throw new E_CANNOT_CONFIGURE(
      `Changed since Chancery was put in: ${changed.join(', ')}. Nothing was written; keep what you need of them elsewhere, and add --force.`
    )
  for (const [path, { before }] of Object.entries(record)) writeFile(root, path, before)
  writeFile(root, UNDO, null)
  return Object.keys(record)
}

function recordOf(root: string): Record {
  const content = contentOf(root, UNDO)
  if (content === null)
    throw new E_CANNOT_CONFIGURE(
      'Chancery was not put into this application by "node ace configure chancery"'
    )
  return JSON.parse(content) as Record
}

const writeRecord = (root: string, record: Record) =>
  writeFile(root, UNDO, `${JSON.stringify(record, null, 2)}\n`)

const hashOrNull = (content: string | null) => (content === null ? null : hashOf(content))
