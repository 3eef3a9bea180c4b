import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type Document from '../models/document.js'
import DocumentVersion from '../models/document_version.js'

const AT_ONCE = 200

/** Who wrote the present version alone; `null` where several did, or nobody who is known. */
export async function soleWriterOf(
  { id, versionNo }: Pick<Document, 'id' | 'versionNo'>,
  trx: TransactionClientContract
): Promise<number | null> {
  const origin = await originOf(id, versionNo, trx)
  const writers = new Set([...origin.contributors, ...(origin.authorId ? [origin.authorId] : [])])
  return writers.size === 1 ? [...writers][0]! : null
}

/** The version whose content it is: one that was restored is the work of who wrote it first. */
async function originOf(
  documentId: number,
  no: number,
  trx: TransactionClientContract
): Promise<DocumentVersion> {
  let origin = no
  for (;;) {
    const restored = await DocumentVersion.query({ client: trx })
      .where({ documentId })
      .where('no', '<=', origin)
      .whereNotNull('restoredFrom')
      .orderBy('no', 'desc')
      .limit(AT_ONCE)
      .select('no', 'restoredFrom')
    const sources = new Map(restored.map((version) => [version.no, version.restoredFrom!]))
    while (sources.has(origin)) origin = sources.get(origin)!
    const last = restored.at(-1)
    if (restored.length < AT_ONCE || origin >= last!.no) break
  }
  return DocumentVersion.described({ client: trx }).where({ documentId, no: origin }).firstOrFail()
}
