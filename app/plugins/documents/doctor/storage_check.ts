import { inject } from '@adonisjs/core'
import string from '@adonisjs/core/helpers/string'
import { StorageProbe } from '#plugins/files/main'
import { EditorSettings } from '../editor/editor_settings.js'
import { doubtful, failed, fine, type Finding } from './finding.js'

export const STORAGE = 'our storage'

@inject()
export class StorageCheck {
  constructor(
    private readonly storage: StorageProbe,
    private readonly settings: EditorSettings
  ) {}

  async examine(): Promise<Finding> {
    const fault = await this.storage.fault()
    if (fault) return failed(STORAGE, fault.detail, fault.remedy)
    const [free, largest] = [await this.storage.freeBytes(), this.settings.config.downloadLimit]
    if (free >= largest) return fine(STORAGE, 'Files can be kept')
    return doubtful(
      STORAGE,
      `Files can be kept, but ${inWords(free)} are free where they are received, and a save may have ${inWords(largest)}`,
      'Make room on the disk of STORAGE_ROOT'
    )
  }
}

const inWords = (bytes: number): string =>
  string.bytes.format(bytes, { unitSeparator: ' ' }) ?? '0 B'
