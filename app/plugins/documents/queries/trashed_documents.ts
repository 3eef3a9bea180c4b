import { E_NOT_FOUND } from '#kernel/errors/main'
import Document from '../models/document.js'

export class TrashedDocuments {
  async find(id: number): Promise<Document> {
    const document = await Document.query().where('id', id).whereNotNull('deletedAt').first()
    if (!document) throw new E_NOT_FOUND()
    return document
  }

  oldest(most: number): Promise<Document[]> {
    return Document.query().whereNotNull('deletedAt').orderBy('deletedAt').orderBy('id').limit(most)
  }
}
