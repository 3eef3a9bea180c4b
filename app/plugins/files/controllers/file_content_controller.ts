import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { idParam } from '#kernel/http/params'
import { sendFile } from '../download/send_file.js'
import { FileStore } from '../file_store.js'
import StoredFile from '../models/stored_file.js'

export default class FileContentController {
  @inject()
  async show(ctx: HttpContext, store: FileStore) {
    await sendFile(ctx, store, await StoredFile.findOrFail(idParam(ctx)))
  }
}
