import type { Operator } from '#kernel/operator/operator'
import type Document from '../models/document.js'
import type DocumentVersion from '../models/document_version.js'
import { documentRow } from '../transformers/document_transformer.js'
import { versionRow } from '../transformers/version_transformer.js'

export interface ExportedDocument {
  document: Document
  /** Oldest first. */
  versions: readonly DocumentVersion[]
  /** As handlers were asked. */
  reviews: AsyncIterable<{ id: number }>
  /** As the log's list answers them, oldest first. */
  log: AsyncIterable<unknown>
}

/** Where a version's file lies in the archive. */
export function pathOf({ no, fileType }: Pick<DocumentVersion, 'no' | 'fileType'>): string {
  return `versions/${String(no).padStart(4, '0')}.${fileType}`
}

/** What an archive says of itself, as JSON, written piece by piece: a log may be long, and so may reviews. */
export async function* manifestOf(
  { document, versions, reviews, log }: ExportedDocument,
  { id, nickname: name }: Operator,
  exportedAt: Date
): AsyncGenerator<string> {
  const { editing: _editing, ...row } = documentRow(document)
  const head = { document: row, exportedAt: exportedAt.toISOString(), exportedBy: { id, name } }
  yield `${JSON.stringify(head, null, 2).slice(0, -2)},\n`
  yield* list('versions', versions.map(versionOf(document)))
  yield ',\n'
  yield* list('reviews', withoutIds(reviews))
  yield ',\n'
  yield* list('log', log)
  yield '\n}\n'
}

async function* list(
  name: string,
  items: Iterable<unknown> | AsyncIterable<unknown>
): AsyncGenerator<string> {
  let before = `  ${JSON.stringify(name)}: [\n    `
  let after = `  ${JSON.stringify(name)}: []`
  for await (const item of items) {
    yield before + JSON.stringify(item)
    before = ',\n    '
    after = '\n  ]'
  }
  yield after
}

function versionOf({ versionNo }: Document) {
  return (version: DocumentVersion) => {
    const { fileId: _fileId, ...row } = versionRow(version, versionNo)
    return { file: pathOf(version), ...row }
  }
}

async function* withoutIds(rows: AsyncIterable<{ id: number }>): AsyncGenerator<object> {
  for await (const { id: _id, ...row } of rows) yield row
}
