import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { idParam } from '#kernel/http/params'
import { FileStore, sendFile } from '#plugins/files/main'
import { DocumentVersions } from '../versions/document_versions.js'
import { ReachableDocuments } from '../rights/reachable_documents.js'
import { ReadableVersions } from '../rights/readable_versions.js'

export default class VersionContentController {
  @inject()
  async show(
    ctx: HttpContext,
    documents: ReachableDocuments,
    readable: ReadableVersions,
    versions: DocumentVersions,
    store: FileStore
  ) {
    const document = await documents.findForReading(idParam(ctx))
    const version = await readable.find(document, idParam(ctx, 'no'))
    const file = await versions.fileOf(version)
    await sendFile(ctx, store, file, `${document.title}.${version.fileType}`)
  }
}
