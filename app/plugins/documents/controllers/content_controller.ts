import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { idParam } from '#kernel/http/params'
import { FileStore, sendFile } from '#plugins/files/main'
import { EditorContent } from '../queries/editor_content.js'
import { urlToken } from '../editor/url_token.js'

/** For the document server, which comes with a token and no session. */
export default class ContentController {
  @inject()
  async show(ctx: HttpContext, content: EditorContent, store: FileStore) {
    const { file, name } = await content.find(idParam(ctx), urlToken(ctx))
    await sendFile(ctx, store, file, name)
  }
}
