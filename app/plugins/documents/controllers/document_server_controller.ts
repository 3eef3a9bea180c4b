import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { idParam } from '#kernel/http/main'
import { FileStore, sendFile } from '#plugins/files/main'
import { ProbeContent } from '../editor/probe_content.js'
import { urlToken } from '../editor/url_token.js'
import { EditorContent } from '../queries/editor_content.js'
import { SourceContent } from '../queries/source_content.js'
import { ReceiveCallback } from '../saves/receive_callback.js'

/** For the document server, which comes with a token and no session. */
export default class DocumentServerController {
  @inject()
  async content(ctx: HttpContext, content: EditorContent, store: FileStore) {
    const { file, name } = await content.find(idParam(ctx), urlToken(ctx))
    await sendFile(ctx, store, file, name)
  }

  @inject()
  async source(ctx: HttpContext, content: SourceContent, store: FileStore) {
    await sendFile(ctx, store, await content.find(idParam(ctx), urlToken(ctx)))
  }

  @inject()
  async callback(ctx: HttpContext, receiveCallback: ReceiveCallback) {
    const { isTaken, message, data } = await receiveCallback.handle({
      documentId: idParam(ctx),
      token: urlToken(ctx),
      body: ctx.request.body(),
      authorization: ctx.request.header('authorization'),
    })
    return { error: isTaken ? 0 : 1, code: 200, message, data }
  }

  /** A text that the diagnosis asks it to convert. */
  @inject()
  async probe(ctx: HttpContext, probe: ProbeContent) {
    const rtf = await probe.rtf(urlToken(ctx), ctx.request.headers())
    ctx.response.header('content-type', 'application/rtf').header('cache-control', 'no-store')
    return ctx.response.send(rtf)
  }
}
