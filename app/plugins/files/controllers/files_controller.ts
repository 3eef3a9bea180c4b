import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { ok, idParam } from '#kernel/http/main'
import { DeleteFile } from '../actions/delete_file.js'
import { FileStore } from '../file_store.js'
import { fileListing } from '../queries/file_listing.js'
import { ReadableFiles } from '../queries/readable_files.js'
import { fileRow } from '../transformers/file_transformer.js'
import { UploadReceiver } from '../upload/upload_receiver.js'
import { fileListValidator } from '../validators/file_validators.js'

export default class FilesController {
  async index({ request }: HttpContext) {
    const query = await request.validateUsing(fileListValidator)
    return ok(await fileListing.page({ ...query, standalone: true }))
  }

  @inject()
  async store(ctx: HttpContext, receiver: UploadReceiver, store: FileStore) {
    await using upload = await receiver.receive(ctx)
    return ok(fileRow(await store.add(upload)))
  }

  @inject()
  async show(ctx: HttpContext, files: ReadableFiles) {
    return ok(fileRow(await files.find(idParam(ctx))))
  }

  @inject()
  async destroy(ctx: HttpContext, files: ReadableFiles, deleteFile: DeleteFile) {
    await deleteFile.handle(await files.find(idParam(ctx)))
    return ok()
  }
}
