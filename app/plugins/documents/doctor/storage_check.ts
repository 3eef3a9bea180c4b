import { inject } from '@adonisjs/core'
import { StorageProbe } from '#plugins/files/main'
import { failed, fine, type Finding } from './finding.js'

export const STORAGE = 'our storage'

/** Whether what the document server writes could be kept. */
@inject()
export class StorageCheck {
  constructor(private readonly storage: StorageProbe) {}

  async examine(): Promise<Finding> {
    const fault = await this.storage.fault()
    if (!fault) return fine(STORAGE, 'Files can be kept')
    return failed(STORAGE, fault.detail, fault.remedy)
  }
}
