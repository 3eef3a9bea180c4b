import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { idParam } from '#kernel/http/params'
import { FileStore, sendFile } from '#plugins/files/main'
import { SourceContent } from '../queries/source_content.js'
import { urlToken } from '../editor/url_token.js'

/** For the document server, which comes with a token and no session. */
export default class SourceContentController {
  @inject()
  async show(ctx: HttpContext, content: SourceContent, store: FileStore) {
    await sendFile(ctx, store, await content.find(idParam(ctx), urlToken(ctx)))
  }
}
