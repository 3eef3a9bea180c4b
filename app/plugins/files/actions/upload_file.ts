import { inject } from '@adonisjs/core'
import { FileStore } from '../file_store.js'
import type StoredFile from '../models/stored_file.js'
import type { Upload } from '../upload/upload_receiver.js'

/** Keeps a file that stands by itself, until somebody deletes it. */
@inject()
export class UploadFile {
  constructor(private readonly store: FileStore) {}

  async handle(upload: Upload): Promise<StoredFile> {
    const { name, extension, mimeType } = upload
    return this.store.record(await this.store.keep(upload), { name, extension, mimeType })
  }
}
