import type { ApplicationService } from '@adonisjs/core/types'
import type { FilesConfig } from './files_config.js'
import { FileHolders } from './file_holders.js'
import { Storage } from './storage/storage.js'
import { TemporaryFiles } from './storage/temporary_files.js'
import { UploadReceiver } from './upload/upload_receiver.js'

export default class FilesProvider {
  constructor(protected app: ApplicationService) {}

  register() {
    const { container } = this.app
    const config = () => this.app.config.get<FilesConfig>('files')

    container.singleton(FileHolders, () => new FileHolders())
    container.singleton(Storage, async () => {
      const drive = await container.make('drive.manager')
      return new Storage(drive.use())
    })
    container.singleton(TemporaryFiles, () => new TemporaryFiles(config().incomingFolder))
    container.singleton(UploadReceiver, async (resolver) => {
      return new UploadReceiver(await resolver.make(TemporaryFiles), config().uploadLimit)
    })
  }
}
