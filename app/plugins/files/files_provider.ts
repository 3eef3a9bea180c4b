import type { ApplicationService } from '@adonisjs/core/types'
import { Health } from '#kernel/health/main'
import { Metrics } from '#kernel/metrics/main'
import { Parameters } from '#kernel/parameters/main'
import { PersonalData } from '#kernel/plugins/main'
import { Locks, PeriodicJob } from '#kernel/state/main'
import { AVATARS, AvatarFiles } from './avatars/avatar_files.js'
import { E_STORAGE_UNUSABLE } from './errors.js'
import type { FilesConfig } from './files_config.js'
import { FileHolders } from './file_holders.js'
import { Storage } from './storage/storage.js'
import { TemporaryFiles } from './storage/temporary_files.js'
import { StorageQuota } from './upload/storage_quota.js'
import { UploadReceiver } from './upload/upload_receiver.js'

/** Counted from the start, so it also comes in a service that is restarted every night. */
const SWEEP_MS = 6 * 3_600_000

export default class FilesProvider {
  #sweep: PeriodicJob | undefined
  #checking: Promise<boolean> | null = null

  constructor(protected app: ApplicationService) {}

  register() {
    const { container } = this.app
    container.singleton(FileHolders, () => new FileHolders())
    container.singleton(Storage, async () => {
      const drive = await container.make('drive.manager')
      return new Storage(drive.use())
    })
    container.singleton(TemporaryFiles, () => new TemporaryFiles(this.#config.incomingFolder))
    container.singleton(StorageQuota, async (resolver) => {
      return new StorageQuota(await resolver.make(Parameters))
    })
    container.singleton(UploadReceiver, async (resolver) => {
      const temporary = await resolver.make(TemporaryFiles)
      return new UploadReceiver(temporary, await resolver.make(StorageQuota), this.#config)
    })
  }

  async boot() {
    const { container } = this.app
    const health = await container.make(Health)
    health.watch('the storage of files', { answers: () => this.#isUsable() })
    const holders = await container.make(FileHolders)
    holders.register(AVATARS, async (fileIds, client) =>
      (await container.make(AvatarFiles)).referenced(fileIds, client)
    )
    const personal = await container.make(PersonalData)
    personal.hold({
      plugin: 'files',
      erase: async (person) => {
        const { EraseOwnFiles } = await import('./erasure/erase_own_files.js')
        return (await container.make(EraseOwnFiles)).handle(person)
      },
    })
    const metrics = await container.make(Metrics)
    metrics.tell({
      name: 'chancery_files_incoming',
      help: 'Files that are being received: uploads, and what is fetched from the document server.',
      type: 'gauge',
      read: async () => (await container.make(TemporaryFiles)).incoming,
    })
    if (this.app.getEnvironment() === 'web') await this.#assertWritable()
  }

  async ready() {
    if (this.app.getEnvironment() !== 'web') return
    const { container } = this.app
    const [locks, logger] = [await container.make(Locks), await container.make('logger')]
    const graceMs = this.#config.graceHours * 3_600_000
    const work = async () => {
      const { SweepFiles } = await import('./actions/sweep_files.js')
      await (await container.make(SweepFiles)).handle(graceMs)
    }
    const health = await container.make(Health)
    const options = { name: 'files:sweep', everyMs: SWEEP_MS, work }
    this.#sweep = new PeriodicJob(locks, logger, health, options)
    this.#sweep.start()
  }

  async shutdown() {
    await this.#sweep?.stop()
  }

  get #config(): FilesConfig {
    return this.app.config.get('files')
  }

  /** One check at a time: a mount that hangs takes a thread for each. */
  #isUsable(): Promise<boolean> {
    this.#checking ??= this.#check().finally(() => (this.#checking = null))
    return this.#checking
  }

  /** Files are received in a folder also where they are kept in a bucket. */
  async #check(): Promise<boolean> {
    const { container } = this.app
    for (const Checked of [TemporaryFiles, Storage]) await (await container.make(Checked)).check()
    return true
  }

  /** A bucket that is out of reach may come back by itself; a folder that cannot be written does not. */
  async #assertWritable(): Promise<void> {
    const temporary = await this.app.container.make(TemporaryFiles)
    try {
      await temporary.check()
    } catch (error) {
      throw new E_STORAGE_UNUSABLE(
        `Files cannot be received in ${this.#config.incomingFolder} (${(error as NodeJS.ErrnoException).code}): give the service's user the right to write there, or set STORAGE_ROOT to a folder where it has it.`,
        { cause: error }
      )
    }
  }
}
