import { inject } from '@adonisjs/core'
import { storedToIso } from '#kernel/database/instant'
import { Refusal } from '#kernel/http/define_error'
import { CommandError, CommandService } from '../editor/command_service.js'
import DocumentLoss from '../models/document_loss.js'
import { doubtful, failed, fine, type Finding } from './finding.js'

export const LOST_SAVES = 'lost saves'

/** Other checks say of these what is wrong. */
const SAID_ELSEWHERE: readonly number[] = [
  CommandError.none,
  CommandError.token,
  CommandError.expired,
]

/** Whether work lies with the document server that could not be brought here, and whether it says so. */
@inject()
export class LossesCheck {
  constructor(private readonly commands: CommandService) {}

  /** @param isThere whether the document server takes commands at all */
  async examine({ isThere }: { isThere: boolean }): Promise<Finding> {
    const error = isThere ? await this.#refusal() : null
    return error === null ? finding() : unlisted(error)
  }

  /** With which error it does not say what it keeps. */
  async #refusal(): Promise<number | null> {
    try {
      const { error } = await this.commands.send('getForgottenList')
      return SAID_ELSEWHERE.includes(error) ? null : error
    } catch (error) {
      if (error instanceof Refusal) return CommandError.internal
      throw error
    }
  }
}

function unlisted(error: number): Finding {
  return failed(
    LOST_SAVES,
    `The document server does not say which saves it could not deliver (error ${error}), so none of them comes back`,
    error === CommandError.unknownCommand
      ? 'Use a version of the document server that knows getForgottenList; until then look into its folder of forgotten files by hand'
      : 'See that the document server can read its store of files, whose folder of forgotten ones it looks through: its log says what fails; node ace editor:sweep then tries again at once'
  )
}

async function finding(): Promise<Finding> {
  const { count, since, reason } = await met()
  if (count === 0) return fine(LOST_SAVES, 'Nothing lies there that could not be brought here')
  const which = count === 1 ? '1 save lies' : `${count} saves lie`
  return doubtful(
    LOST_SAVES,
    `${which} with the document server and could not be brought here, since ${since} (the oldest: ${reason})`,
    'The service’s log names the documents and says why; node ace editor:sweep tries again at once'
  )
}

async function met() {
  const count = await DocumentLoss.query().count('* as total').pojo<{ total: number }>()
  const oldest = await DocumentLoss.query().orderBy('createdAt').orderBy('id').first()
  const since = oldest && storedToIso(oldest.createdAt.toMillis())
  return { count: Number(count[0]!.total), since, reason: oldest?.reason }
}
