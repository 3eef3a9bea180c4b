import { storedToIso } from '#kernel/database/instant'
import DocumentLoss from '../models/document_loss.js'
import { doubtful, fine, type Finding } from './finding.js'

export const LOST_SAVES = 'lost saves'

/** Whether work lies with the document server that could not be brought here. */
export class LossesCheck {
  async examine(): Promise<Finding> {
    const { count, since, reason } = await met()
    if (count === 0) return fine(LOST_SAVES, 'Nothing lies there that could not be brought here')
    const which = count === 1 ? '1 save lies' : `${count} saves lie`
    return doubtful(
      LOST_SAVES,
      `${which} with the document server and could not be brought here, since ${since} (the oldest: ${reason})`,
      'The service’s log names the documents and says why; node ace editor:sweep tries again at once'
    )
  }
}

async function met() {
  const count = await DocumentLoss.query().count('* as total').pojo<{ total: number }>()
  const oldest = await DocumentLoss.query().orderBy('createdAt').orderBy('id').first()
  const since = oldest && storedToIso(oldest.createdAt.toMillis())
  return { count: Number(count[0]!.total), since, reason: oldest?.reason }
}
