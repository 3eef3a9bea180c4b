import { buffer } from 'node:stream/consumers'
import app from '@adonisjs/core/services/app'
import { actAsSystem } from '#kernel/operator/acting'
import { FileStore, StoredFile } from '#plugins/files/main'
import DocumentLog from '../../../../app/plugins/documents/models/document_log.js'

/** Contents of failed saves that are kept with the log of a document, newest first. */
export async function keptContents(documentId: number): Promise<Buffer[]> {
  const entries = await DocumentLog.query()
    .where({ documentId })
    .whereNotNull('fileId')
    .orderBy('id', 'desc')
  const store = await app.container.make(FileStore)
  const contents: Buffer[] = []
  for (const { fileId, detail } of entries) {
    if (detail?.part !== 'content') continue
    const file = await actAsSystem('test', () => StoredFile.findOrFail(fileId!))
    contents.push(await buffer(await store.open(file)))
  }
  return contents
}
