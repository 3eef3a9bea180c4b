import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from '@adonisjs/core/logger'
import { type DatabaseStatus, isDatabaseLost } from '#kernel/database/main'
import { E_UNAVAILABLE, withTimeout } from '#kernel/errors/main'
import { clock } from '#kernel/state/main'
import { E_STORAGE_NOT_OWN, E_STORAGE_UNUSABLE } from '../errors.js'
import { isNoRoom } from './disk_room.js'
import { StorageAway } from './storage_away.js'
import type { OwnStorage } from './own_storage.js'
import type { Storage } from './storage.js'
import type { TemporaryFiles } from './temporary_files.js'

/** How long an answer is good for: anybody may ask for the health. */
const GOOD_FOR_MS = 5_000

/** Whoever waits longer is not answered: a mount that hangs gives no error. */
const LONGEST_ANSWER_MS = 5_000

const SILENT = 'ETIME'

/** Why nothing can be kept, and what helps. */
export interface StorageFault {
  detail: string
  remedy: string
}

/** Finds out whether files can be kept, before somebody's work has to tell. */
export class StorageProbe {
  #answer: Promise<boolean> | null = null
  #askedAt = 0
  #wasUsable = true
  #underWay: Promise<void> | null = null

  constructor(
    private readonly storage: Storage,
    private readonly own: OwnStorage,
    private readonly temporary: TemporaryFiles,
    private readonly database: DatabaseStatus,
    private readonly logger: Logger,
    /** The folder of `STORAGE_ROOT`. */
    private readonly root: string,
    private readonly longestAnswerMs = LONGEST_ANSWER_MS
  ) {}

  /**
   * For the boot. A bucket that is away may come back by itself; a folder that cannot be written does not.
   *
   * @throws E_STORAGE_UNUSABLE
   */
  async assertFolders(): Promise<void> {
    try {
      await this.#sayingSo(async () => {
        await this.temporary.probe()
        if (this.storage.isFolder) await this.storage.probe()
      })
    } catch (error) {
      const code = codeOf(error)
      if (!isNoRoom(code)) throw this.#unusable(code, error)
    }
  }

  /**
   * For the boot, with the database prepared. A bucket that is away is asked again until it is back.
   *
   * @throws E_STORAGE_NOT_OWN
   */
  async assertOwn(): Promise<void> {
    try {
      await this.#sayingSo(() => this.own.assertOwn())
    } catch (error) {
      if (!(error instanceof E_UNAVAILABLE)) throw error
      await this.isUsable()
    }
  }

  /** Looks anew, and leaves no mark. */
  async fault(): Promise<StorageFault | null> {
    try {
      await this.#withTimeout(async () => {
        await this.#probeFolders()
        await this.own.assertNotForeign()
        if (!this.storage.isFolder) await this.storage.probe({ anew: true })
      })
      return null
    } catch (error) {
      if (error instanceof E_STORAGE_NOT_OWN) return error
      return this.#faultOf(codeOf(error))
    }
  }

  /** On the disk on which files are received. */
  freeBytes(): Promise<number> {
    return this.temporary.freeBytes()
  }

  /** For the health: the loss is logged once, and so is the return. */
  isUsable(): Promise<boolean> {
    const now = clock.elapsed()
    if (!this.#answer || Math.abs(now - this.#askedAt) >= GOOD_FOR_MS) {
      this.#askedAt = now
      this.#answer = this.#ask()
    }
    return this.#answer
  }

  /** Whether a fault is the loss of the storage, which is logged by then, once for all that fails of it. */
  async isOutage(error: unknown): Promise<boolean> {
    if (!isOfStorage(error)) return false
    if (!this.#wasUsable) return true
    this.#answer = null
    return !(await this.isUsable())
  }

  async #ask(): Promise<boolean> {
    try {
      await this.#withTimeout(() => this.#probe())
      this.#note(true)
      return true
    } catch (error) {
      if (await this.#isOfDatabase(error)) return this.#wasUsable
      if (codeOf(error) === SILENT) this.#setHangs(this.#underWay !== null)
      this.#note(false, error)
      return false
    }
  }

  /** It is asked for the mark that is looked for. */
  async #isOfDatabase(error: unknown): Promise<boolean> {
    if (isDatabaseLost(error)) return true
    return codeOf(error) === SILENT && !this.storage.hangs && !(await this.database.answers())
  }

  #probe(): Promise<void> {
    return this.#alone(async () => {
      await this.#probeFolders()
      await this.own.assertOwn()
      if (!this.storage.isFolder) await this.storage.probe()
    })
  }

  /**
   * A folder that hangs keeps a thread for each that asks, and a bucket a connection: who asks meanwhile waits for the
   * first.
   */
  #alone(work: () => Promise<void>): Promise<void> {
    this.#underWay ??= work().finally(() => {
      this.#underWay = null
      this.#setHangs(false)
    })
    return this.#underWay
  }

  #setHangs(hangs: boolean): void {
    this.storage.hangs = hangs
    this.temporary.hangs = hangs
  }

  /** @throws E_UNAVAILABLE when it takes too long; at once while something hangs */
  async #withTimeout(work: () => Promise<void>): Promise<void> {
    if (this.storage.hangs) throw silent(this.longestAnswerMs)
    await withTimeout(work(), this.longestAnswerMs, () => silent(this.longestAnswerMs))
  }

  /** The start waits for a mount, and says so. */
  async #sayingSo(work: () => Promise<void>): Promise<void> {
    const say = () =>
      this.logger.warn(`the storage of files in ${this.root} does not answer: the start waits`)
    const timer = setTimeout(say, this.longestAnswerMs)
    try {
      await work()
    } finally {
      clearTimeout(timer)
    }
  }

  async #probeFolders(): Promise<void> {
    await this.temporary.probe()
    if (this.storage.isFolder) await this.storage.probe()
  }

  #faultOf(code: string): StorageFault {
    const detail = `Files cannot be kept in ${this.root} (${code})`
    if (isNoRoom(code)) return { detail, remedy: 'Make room on its disk' }
    const folder = `Give the service’s user the right to write there, or set STORAGE_ROOT to a folder where it has it`
    if (this.storage.isFolder) return { detail, remedy: folder }
    return {
      detail: `Files cannot be kept in the bucket, or received in ${this.root} (${code})`,
      remedy: `${folder}; see that S3_ENDPOINT answers, takes the key, lets it write, and has room`,
    }
  }

  #note(isUsable: boolean, error?: unknown): void {
    if (isUsable === this.#wasUsable) return
    this.#wasUsable = isUsable
    if (isUsable) this.logger.info('the storage of files is back')
    else {
      this.logger.error({ err: error }, 'the storage of files is lost: nothing can be kept')
      void this.#untilBack()
    }
  }

  /** Also where nobody asks for the health. */
  async #untilBack(): Promise<void> {
    do await pause(GOOD_FOR_MS, undefined, { ref: false })
    while (!(await this.isUsable()))
  }

  #unusable(code: string, cause: unknown) {
    return new E_STORAGE_UNUSABLE(
      `Files cannot be kept in ${this.root} (${code}): give the service's user the right to write there, or set STORAGE_ROOT to a folder where it has it.`,
      { cause }
    )
  }
}

function silent(longestAnswerMs: number): StorageAway {
  const message = `it does not answer within ${longestAnswerMs} ms`
  return new StorageAway(undefined, {
    cause: Object.assign(new Error(message), { code: SILENT }),
  })
}

/** Also where it was put into other words. */
function isOfStorage(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof StorageAway || error instanceof E_STORAGE_NOT_OWN) return true
  return isOfStorage(error.cause)
}

function codeOf(error: unknown): string {
  const { code, cause } = error as { code?: string; cause?: unknown }
  if (cause) return codeOf(cause)
  return code ?? String(error)
}
