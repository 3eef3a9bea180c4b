import { randomInt } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { SmallDisk } from '../../../tools/small_disk/small_disk.js'
import type { Fault } from './fault.js'

const MEGABYTES = 256

/** The disk of the files has no page left for a while. Needs root, to mount it. */
export class FullStorage implements Fault {
  readonly name = 'the storage full'
  readonly shows = 503

  private constructor(private readonly disk: SmallDisk) {}

  static async prepare(): Promise<FullStorage> {
    return new FullStorage(await SmallDisk.mount(MEGABYTES))
  }

  get env(): Record<string, string> {
    return { STORAGE_ROOT: this.disk.path }
  }

  async strike(): Promise<void> {
    await this.disk.fill()
    await pause(randomInt(500, 2_500))
    await this.disk.free()
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.disk.unmount()
  }
}
