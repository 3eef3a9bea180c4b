import { dirname } from 'node:path'
import type { ApplicationService } from '@adonisjs/core/types'
import { DatabaseStatus } from '#kernel/database/main'
import { Health } from '#kernel/health/main'
import { Metrics } from '#kernel/metrics/main'
import { PersonalData } from '#kernel/plugins/main'
import { Locks, PeriodicJob, SameEverywhere, StateStore } from '#kernel/state/main'
import type { FilesConfig } from './files_config.js'
import { FileHolders } from './file_holders.js'
import { MissingContents } from './storage/missing_contents.js'
import { OwnStorage } from './storage/own_storage.js'
import { Storage } from './storage/storage.js'
import { StorageProbe } from './storage/storage_probe.js'
import { StrayWarning } from './storage/stray_warning.js'
import { TemporaryFiles } from './storage/temporary_files.js'
import { StorageAllowance } from './upload/storage_allowance.js'
import { UploadReceiver } from './upload/upload_receiver.js'

/** Counted from the start: also a service that is restarted every night is to come to it. */
const SWEEP_MS = 6 * 3_600_000

export default class FilesProvider {
  #sweep: PeriodicJob | undefined

  constructor(protected app: ApplicationService) {}

  register() {
    const { container } = this.app
    const config = () => this.app.config.get<FilesConfig>('files')

    container.singleton(FileHolders, () => new FileHolders())
    container.singleton(Storage, async () => {
      const drive = await container.make('drive.manager')
      return new Storage(drive.use())
    })
    container.singleton(
      OwnStorage,
      async (resolver) => new OwnStorage(await resolver.make(Storage), config().place)
    )
    container.singleton(
      MissingContents,
      async (resolver) => new MissingContents(await resolver.make('logger'), config().place)
    )
    container.singleton(TemporaryFiles, () => new TemporaryFiles(config().incomingFolder))
    container.singleton(StorageProbe, async (resolver) => {
      return new StorageProbe(
        await resolver.make(Storage),
        await resolver.make(OwnStorage),
        await resolver.make(TemporaryFiles),
        await resolver.make(DatabaseStatus),
        await resolver.make('logger'),
        dirname(config().incomingFolder)
      )
    })
    container.singleton(UploadReceiver, async (resolver) => {
      const [temporary, allowance] = [
        await resolver.make(TemporaryFiles),
        await resolver.make(StorageAllowance),
      ]
      return new UploadReceiver(temporary, allowance, config())
    })
    container.singleton(
      StorageAllowance,
      async (resolver) => new StorageAllowance(await resolver.make(StateStore), config())
    )
  }

  async boot() {
    const { container } = this.app
    const health = await container.make(Health)
    health.watch('the storage of files', {
      answers: async () => (await container.make(StorageProbe)).isUsable(),
      isOutage: async (error) => (await container.make(StorageProbe)).isOutage(error),
    })
    const personal = await container.make(PersonalData)
    personal.hold({
      plugin: 'files',
      erase: async (erasing) => {
        const { EraseOwnFiles } = await import('./erasure/erase_own_files.js')
        return (await container.make(EraseOwnFiles)).handle(erasing)
      },
    })
    const same = await container.make(SameEverywhere)
    const { graceHours } = this.app.config.get<FilesConfig>('files')
    same.must('graceHours of config/files.ts', { own: String(graceHours) })
    const metrics = await container.make(Metrics)
    metrics.tell({
      name: 'chancery_files_incoming',
      help: 'Files that are being received: uploads, and what is fetched from the document server.',
      type: 'gauge',
      read: async () => (await container.make(TemporaryFiles)).incoming,
    })
    if (this.app.getEnvironment() !== 'web') return
    const probe = await container.make(StorageProbe)
    await probe.assertFolders()
  }

  /** The database is prepared by now. */
  async start() {
    if (this.app.getEnvironment() !== 'web') return
    const probe = await this.app.container.make(StorageProbe)
    await probe.assertOwn()
  }

  async ready() {
    if (this.app.getEnvironment() !== 'web') return
    const { container, config } = this.app
    const [locks, logger] = [await container.make(Locks), await container.make('logger')]
    const graceMs = config.get<FilesConfig>('files').graceHours * 3_600_000
    const warning = new StrayWarning(logger)
    const work = async () => {
      const { SweepFiles } = await import('./actions/sweep_files.js')
      const sweep = await container.make(SweepFiles)
      const { strays } = await sweep.handle(graceMs)
      warning.heed(strays)
    }
    const health = await container.make(Health)
    const options = { name: 'files:sweep', everyMs: SWEEP_MS, work }
    this.#sweep = new PeriodicJob(locks, logger, health, options)
    this.#sweep.start()
  }

  async shutdown() {
    await this.#sweep?.stop()
  }
}
