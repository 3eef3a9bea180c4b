import type { ApplicationService } from '@adonisjs/core/types'
import { Locks } from '#kernel/state/locks'
import { RepeatedWork } from '#kernel/state/repeated_work'
import type { FilesConfig } from './files_config.js'
import { FileHolders } from './file_holders.js'
import { Storage } from './storage/storage.js'
import { TemporaryFiles } from './storage/temporary_files.js'
import { UploadReceiver } from './upload/upload_receiver.js'

const DAY_MS = 86_400_000

export default class FilesProvider {
  #sweep: RepeatedWork | undefined

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

  async ready() {
    if (this.app.getEnvironment() !== 'web') return
    const { container, config } = this.app
    const [locks, logger] = [await container.make(Locks), await container.make('logger')]
    const graceMs = config.get<FilesConfig>('files').graceHours * 3_600_000
    const work = async () => {
      const { SweepFiles } = await import('./actions/sweep_files.js')
      const sweep = await container.make(SweepFiles)
      return sweep.handle(graceMs)
    }
    this.#sweep = new RepeatedWork(locks, logger, { name: 'files:sweep', everyMs: DAY_MS, work })
    this.#sweep.start()
  }

  async shutdown() {
    await this.#sweep?.stop()
  }
}
