import { toStored } from '#kernel/database/instant'
import { actAsSystem } from '#kernel/operator/acting'
import { clock } from '#kernel/state/clock'
import Document from '../models/document.js'

const DAY_MS = 86_400_000

/** Removes for good what was deleted long enough ago; the files go with the next sweep of theirs. */
export class PurgeDocuments {
  /** @returns how many documents were removed */
  async handle(retentionDays: number): Promise<number> {
    const before = toStored(clock.now() - retentionDays * DAY_MS)
    return actAsSystem('remove what was deleted long ago', async () => {
      const [removed] = (await Document.query()
        .where('deletedAt', '<', before)
        .delete()) as unknown as [number]
      return Number(removed)
    })
  }
}
