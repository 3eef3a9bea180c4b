import { inject } from '@adonisjs/core'
import { setTimeout as delay } from 'node:timers/promises'
import { randomUUID } from 'node:crypto'
import { E_UNAVAILABLE } from '#kernel/errors/main'
import { actAsSystem } from '#kernel/acting/main'
import { clock } from '#kernel/state/main'
import { say } from '#kernel/languages/main'
import { CommandError, CommandService } from '../editor/command_service.js'
import { EditorSettings } from '../editor/editor_settings.js'
import { E_NOT_EDITED } from '../errors.js'
import Document from '../models/document.js'
import DocumentSave from '../models/document_save.js'
import EditingSession from '../models/editing_session.js'

const POLL_MS = 100

/** Before it is asked again, after another forced save stood in the way. */
const AGAIN_MS = 1_000

/** Has the editor save what is being edited, and waits for the version. */
@inject()
export class ForceSave {
  constructor(
    private readonly settings: EditorSettings,
    private readonly commands: CommandService
  ) {}

  /**
   * @returns number of the version that holds everything changed before; of the current one where nothing was
   * @throws E_NOT_EDITED, E_EDITOR_OFF; E_UNAVAILABLE when no save arrives in time
   */
  async handle(session: EditingSession): Promise<number> {
    const { forceSaveSeconds, settleSeconds } = this.settings.config
    const newest = await newestSave(session)
    const code = await this.#begin(session)
    if (code === CommandError.noSuchKey) throw new E_NOT_EDITED()
    const isUnderWay = code !== CommandError.nothingChanged
    const saved = await arrived(session, newest, isUnderWay ? forceSaveSeconds : settleSeconds)
    if (saved?.outcome === 'failed' || (isUnderWay && !saved))
      throw new E_UNAVAILABLE(saved ? FAILED : NOT_ARRIVED)
    if (!saved && !(await isEdited(session))) throw new E_NOT_EDITED()
    return saved?.versionNo ?? (await currentNo(session))
  }

  /** @throws E_UNAVAILABLE */
  async #begin(session: EditingSession): Promise<number> {
    const first = await this.#send(session)
    if (first !== CommandError.internal) return first
    await delay(AGAIN_MS)
    return this.#send(session)
  }

  async #send({ sessionKey: key }: EditingSession): Promise<number> {
    const { error } = await this.commands.send('forcesave', { key, userdata: randomUUID() })
    if (TAKEN.has(error)) return error
    throw new E_UNAVAILABLE(
      say`The document server refused to save (error ${error}); run node ace editor:doctor`
    )
  }
}

/** Any save of the key holds what was changed before. */
async function arrived(session: EditingSession, after: number, seconds: number) {
  const deadline = clock.elapsed() + seconds * 1000
  for (;;) {
    const save = await savesOf(session).where('id', '>', after).first()
    if (save || clock.elapsed() > deadline) return save
    await delay(POLL_MS)
  }
}

async function newestSave(session: EditingSession): Promise<number> {
  return (await savesOf(session).first())?.id ?? 0
}

function savesOf({ sessionKey }: EditingSession) {
  return DocumentSave.query()
    .where({ sessionKey })
    .whereNot('outcome', 'submitted')
    .orderBy('id', 'desc')
}

async function isEdited({ id }: EditingSession): Promise<boolean> {
  const { state, lastUsers } = await EditingSession.findOrFail(id)
  return state === 'open' && lastUsers.length > 0
}

async function currentNo({ documentId }: EditingSession): Promise<number> {
  const find = () => Document.findOrFail(documentId)
  return (await actAsSystem('the version that was saved last', find)).versionNo
}

const TAKEN: ReadonlySet<number> = new Set([
  CommandError.none,
  CommandError.noSuchKey,
  CommandError.internal,
  CommandError.nothingChanged,
])

const FAILED =
  'The document server could not write the document; the changes are still in the editor. Try again, or run node ace editor:doctor'

const NOT_ARRIVED =
  'The document server was told to save, but no save arrived; try again, or run node ace editor:doctor'
