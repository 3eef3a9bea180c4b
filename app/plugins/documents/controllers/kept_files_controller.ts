import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { ok } from '#kernel/http/envelope'
import { idParam } from '#kernel/http/params'
import { KeptFiles } from '../saves/kept_files.js'
import { ReachableDocuments } from '../rights/reachable_documents.js'
import { keptFileRow } from '../transformers/kept_file_transformer.js'

export default class KeptFilesController {
  @inject()
  async index(ctx: HttpContext, documents: ReachableDocuments, kept: KeptFiles) {
    const { id } = await documents.find(idParam(ctx))
    return ok((await kept.of(id)).map(keptFileRow))
  }
}
