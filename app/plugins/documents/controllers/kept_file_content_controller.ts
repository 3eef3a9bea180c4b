import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { idParam } from '#kernel/http/params'
import { FileStore, sendFile } from '#plugins/files/main'
import { assertKeptFilePace } from '../paces.js'
import { KeptFiles } from '../saves/kept_files.js'
import { ReachableDocuments } from '../rights/reachable_documents.js'
import { authorOf } from '../versions/author.js'
import { noteInLog } from '../versions/document_log.js'

export default class KeptFileContentController {
  @inject()
  async show(ctx: HttpContext, documents: ReachableDocuments, kept: KeptFiles, store: FileStore) {
    const { id, title } = await documents.find(idParam(ctx))
    const { entry, file } = await kept.find(id, idParam(ctx, 'entry'))
    const detail = { entry: entry.id }
    const author = authorOf(ctx.operator)
    await sendFile(ctx, store, file, {
      name: `${title}.${file.extension}`,
      beforeContent: async () => {
        await assertKeptFilePace(ctx.operator.id)
        await noteInLog(id, { action: 'kept_file_fetched', author, detail })
      },
    })
  }
}
