import { inject } from '@adonisjs/core'
import { storedToIso, toStored } from '#kernel/database/instant'
import { Refusal } from '#kernel/http/define_error'
import { CommandError, CommandService, type CommandAnswer } from '../editor/command_service.js'
import { clock } from '#kernel/state/clock'
import DocumentKey from '../models/document_key.js'
import DocumentLoss from '../models/document_loss.js'
import DocumentOwedWork from '../models/document_owed_work.js'
import { LossBook } from '../recovery/loss_book.js'
import { isSettled } from '../recovery/settled_loss.js'
import { DAY_MS } from '../spans.js'
import { doubtful, failed, fine, type Finding } from './finding.js'

export const LOST_SAVES = 'lost saves'

/** Other checks say of these what is wrong. */
const SAID_ELSEWHERE: readonly number[] = [CommandError.token, CommandError.expired]

/** Whether work lies with the document server that could not be brought here, and whether it says so. */
@inject()
export class LossesCheck {
  constructor(
    private readonly commands: CommandService,
    private readonly book: LossBook
  ) {}

  /** @param isThere whether the document server takes commands at all */
  async examine({ isThere }: { isThere: boolean }): Promise<Finding> {
    if (!isThere) return finding([])
    const { error, keys = [] } = await this.#answer()
    if (error !== CommandError.none)
      return SAID_ELSEWHERE.includes(error) ? finding([]) : unlisted(error)
    const missing = await this.#missingFrom(new Set(keys))
    return missing > 0 ? unnamed(missing) : finding(await foreignAmong(keys))
  }

  async #answer(): Promise<Pick<CommandAnswer, 'error' | 'keys'>> {
    try {
      return await this.commands.send('getForgottenList')
    } catch (error) {
      if (error instanceof Refusal) return { error: CommandError.internal }
      throw error
    }
  }

  /** A store that it cannot read is empty to the document server: known is only what had lain there. */
  async #missingFrom(kept: ReadonlySet<string>): Promise<number> {
    let missing = 0
    for await (const loss of this.book.missingFrom(kept)) if (!(await isSettled(loss))) missing++
    return missing
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

function unnamed(count: number): Finding {
  const which = count === 1 ? '1 save that lay' : `${count} saves that lay`
  return failed(
    LOST_SAVES,
    `${which} with the document server and could not be brought here is not named any more: it cannot read its store, or they were taken out of it`,
    'See that the document server can read its store of forgotten files (its log: storage.listObjects), for to it one that it cannot read is empty; node ace editor:sweep then brings them back. What was taken out by hand is taken for gone after a day or more'
  )
}

async function finding(foreign: readonly string[]): Promise<Finding> {
  const { count, since, reason } = await met()
  if (count === 0) return (await neverCame()) ?? ofOthers(foreign) ?? fine(LOST_SAVES, NONE)
  const which = count === 1 ? '1 save lies' : `${count} saves lie`
  return doubtful(
    LOST_SAVES,
    `${which} with the document server and could not be brought here, since ${since} (the oldest: ${reason})`,
    'The service’s log names the documents and says why; node ace editor:sweep tries again at once'
  )
}

const NONE = 'No save is known to lie there that could not be brought here'

/** For so long it is said once people were told. */
const SAID_MS = 7 * DAY_MS

/** Work that a session was settled without: nobody knows whether there was any, so it is no loss that is looked for. */
async function neverCame(): Promise<Finding | null> {
  const told = await DocumentOwedWork.query()
    .where('toldAt', '>', toStored(clock.now() - SAID_MS))
    .select('editorKey')
    .distinct('editorKey')
  if (told.length === 0) return null
  const which = told.length === 1 ? '1 session' : `${told.length} sessions`
  return doubtful(
    LOST_SAVES,
    `Within a week ${which} went on without work that somebody may have done in it, or whose save was refused; they were told`,
    'The logs of the documents name them (session_lost). Did the document server lose its storage, or was it exchanged while people were inside? What the old one could not deliver lies in its store of forgotten files: lead this service to it once more, and run node ace editor:sweep'
  )
}

/** So many of what belongs to no session known here are named. */
const MOST_NAMED = 5

/** Only so many are looked up at once. */
const BATCH = 500

async function foreignAmong(keys: readonly string[]): Promise<string[]> {
  const known = new Set<string>()
  for (let from = 0; from < keys.length; from += BATCH) {
    const some = keys.slice(from, from + BATCH)
    const rows = await DocumentKey.query().whereIn('editorKey', some).select('editorKey')
    for (const { editorKey } of rows) known.add(editorKey)
  }
  return keys.filter((key) => !known.has(key))
}

function ofOthers(keys: readonly string[]): Finding | null {
  if (keys.length === 0) return null
  const which = keys.length === 1 ? '1 save lies' : `${keys.length} saves lie`
  const more = keys.length > MOST_NAMED ? ', …' : ''
  return doubtful(
    LOST_SAVES,
    `${which} with the document server, of no session known here: ${keys.slice(0, MOST_NAMED).join(', ')}${more}`,
    'Where another service uses the same document server, they may be its own. Else they are of documents made after the backup that was restored: take them out of its store of forgotten files, where each lies under its key'
  )
}

async function met() {
  const count = await DocumentLoss.query().count('* as total').pojo<{ total: number }>()
  const oldest = await DocumentLoss.query().orderBy('createdAt').orderBy('id').first()
  const since = oldest && storedToIso(oldest.createdAt.toMillis())
  return { count: Number(count[0]!.total), since, reason: oldest?.reason }
}
