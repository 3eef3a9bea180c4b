import type { Operator } from '#kernel/acting/main'
import type Document from '../models/document.js'
import type DocumentVersion from '../models/document_version.js'
import { documentRow } from '../transformers/document_transformer.js'
import { versionRow } from '../transformers/version_transformer.js'

export interface ExportedDocument {
  document: Document
  /** Oldest first. */
  versions: readonly DocumentVersion[]
  reviews: AsyncIterable<{ id: number }>
  /** Oldest first. */
  log: AsyncIterable<unknown>
}

/** The path of a version's file in the archive. */
export function pathOf({ no, fileType }: Pick<DocumentVersion, 'no' | 'fileType'>): string {
  return `versions/${String(no).padStart(4, '0')}.${fileType}`
}

/** The manifest as JSON, in pieces: logs and reviews may be long. */
export async function* manifestOf(
  { document, versions, reviews, log }: ExportedDocument,
  { id, nickname: name }: Operator,
  exportedAt: Date
): AsyncGenerator<string> {
  const { editing: _editing, ...row } = documentRow(document)
  const head = { document: row, exportedAt: exportedAt.toISOString(), exportedBy: { id, name } }
  yield JSON.stringify(head, null, 2).slice(0, -2)
  yield* list('versions', versions, (version) => exportedVersion(version, document))
  yield* list('reviews', reviews, ({ id: _id, ...review }) => review)
  yield* list('log', log)
  yield '\n}\n'
}

async function* list<Item>(
  name: string,
  items: Iterable<Item> | AsyncIterable<Item>,
  shownOf: (item: Item) => unknown = (item) => item
): AsyncGenerator<string> {
  yield `,\n  ${JSON.stringify(name)}: [`
  let separator = ''
  for await (const item of items) {
    yield `${separator}\n    ${JSON.stringify(shownOf(item))}`
    separator = ','
  }
  yield '\n  ]'
}

function exportedVersion(version: DocumentVersion, { versionNo }: Document): object {
  const { fileId: _fileId, ...row } = versionRow(version, versionNo)
  return { file: pathOf(version), ...row }
}
