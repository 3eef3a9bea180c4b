import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { ok } from '#kernel/http/envelope'
import { idParam } from '#kernel/http/params'
import { DeleteFile } from '../actions/delete_file.js'
import { UploadFile } from '../actions/upload_file.js'
import StoredFile from '../models/stored_file.js'
import { fileListing } from '../queries/file_listing.js'
import { fileRow } from '../transformers/file_transformer.js'
import { UploadReceiver } from '../upload/upload_receiver.js'
import { fileListValidator } from '../validators/file_validators.js'

export default class FilesController {
  async index({ request }: HttpContext) {
    const query = await request.validateUsing(fileListValidator)
    return ok(await fileListing.page({ ...query, standalone: true }))
  }

  @inject()
  async store(ctx: HttpContext, receiver: UploadReceiver, uploadFile: UploadFile) {
    await using upload = await receiver.receive(ctx)
    return ok(fileRow(await uploadFile.handle(upload)))
  }

  async show(ctx: HttpContext) {
    return ok(fileRow(await StoredFile.findOrFail(idParam(ctx))))
  }

  @inject()
  async destroy(ctx: HttpContext, deleteFile: DeleteFile) {
    await deleteFile.handle(await StoredFile.findOrFail(idParam(ctx)))
    return ok()
  }
}
