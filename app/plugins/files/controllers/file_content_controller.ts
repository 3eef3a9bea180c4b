import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { idParam } from '#kernel/http/main'
import { sendFile } from '../download/send_file.js'
import { FileStore } from '../file_store.js'
import { ReadableFiles } from '../queries/readable_files.js'

export default class FileContentController {
  @inject()
  async show(ctx: HttpContext, files: ReadableFiles, store: FileStore) {
    await sendFile(ctx, store, await files.find(idParam(ctx)))
  }
}
