import { inject } from '@adonisjs/core'
import { createHash } from 'node:crypto'
import { isConstraintConflict, isDatabaseLost } from '#kernel/database/faults'
import type { Hold } from '#kernel/state/locks'
import { E_EDITOR_URL } from '../errors.js'
import Document from '../models/document.js'
import DocumentKey from '../models/document_key.js'
import DocumentSave, { type SaveOutcome } from '../models/document_save.js'
import { isToldOf, TellAuthors } from '../notices/tell_authors.js'
import type { Author } from '../versions/author.js'
import type { VersionHistory } from '../versions/version_history.js'
import { CommitForm } from './commit_form.js'
import { CommitSave } from './commit_save.js'
import { FetchedSave, type SaveFiles } from './fetched_save.js'
import { OneAtATime } from '../sessions/one_at_a_time.js'
import { isOvertaken } from './overtaken.js'
import { keptBeside } from './kept_saves.js'
import { changeTimesOf } from '../versions/change_times.js'
import { changesOf } from '../versions/save_order.js'

export interface SaveSource {
  url: string
  changesUrl?: string
  fileType?: string
  history?: VersionHistory | null
  /** When something of it was changed last: milliseconds by the document server's clock. */
  lastSave?: number
}

export interface SaveRequest {
  documentId: number
  editorKey: string
  source: SaveSource
  /** As the document server named it. */
  status: number
  /** Whether the session ends with it. */
  final: boolean
  /** Whether it had been lost and was looked for. */
  recovered?: boolean
  /** Whether it is a form that was submitted, and no save of its session. */
  isForm?: boolean
  /** Who may have changed something of it, where that is not told with it. */
  concerned?: number[]
  userdata?: string
  author: Author
  /** Whether nothing that was told names its author as somebody whose changes it holds. */
  isGuessed?: boolean
  /** The same three, once its files are here: they may show more. */
  whose?: (files: SaveFiles) => Promise<Pick<SaveRequest, 'author' | 'concerned' | 'isGuessed'>>
  /** Who left with it. */
  leavers?: readonly number[]
}

/** A save of which the caller, or an earlier step, has the files already. */
export type FetchedRequest = Omit<SaveRequest, 'source'> & {
  source?: Pick<SaveSource, 'history' | 'lastSave'>
}

export interface Saved {
  outcome: SaveOutcome
  versionNo: number | null
}

const ATTEMPTS = 3

/**
 * Makes a version of what the document server has saved: fetched, checked and kept first, then recorded in one
 * transaction. Stopped anywhere, either nothing has happened or all of it, and the same save can come again: it is
 * known by its key, the path of its file and what is said of it, for the document server draws a path
 * from ten thousand for each key. What was lost always lies at one path, and is known by its content.
 */
@inject()
export class SaveDocument {
  constructor(
    private readonly oneAtATime: OneAtATime,
    private readonly fetched: FetchedSave,
    private readonly commit: CommitSave,
    private readonly commitForm: CommitForm,
    private readonly authors: TellAuthors
  ) {}

  /** @throws E_EDITOR_URL, E_PAYLOAD_TOO_LARGE; E_UNAVAILABLE and database faults, which pass */
  async handle(request: SaveRequest): Promise<Saved> {
    const identity = identityOf(request)
    return (
      (await this.#known(request, identity)) ??
      this.oneAtATime.run(request.documentId, (hold) =>
        this.#persist(request, identity, () => this.#take(request, identity, hold))
      )
    )
  }

  /**
   * The same for what the caller has fetched already.
   *
   * @returns whether a version was made of it now
   */
  async record(request: FetchedRequest, files: SaveFiles): Promise<boolean> {
    const identity = hashOf(`lost:${files.content.sha256}`)
    return this.oneAtATime.run(request.documentId, async (hold) => {
      if (await this.#known(request, identity)) return false
      const commit = () => this.#commit(request, identity, files, hold)
      return (await this.#persist(request, identity, commit)).outcome === 'version'
    })
  }

  /** Without the lock over all nodes two of the same may still meet in the database, which lets one of them through. */
  async #persist(
    request: FetchedRequest,
    identity: string,
    work: () => Promise<Saved>
  ): Promise<Saved> {
    for (let attempt = 1; ; attempt++) {
      const known = await this.#known(request, identity)
      if (known) return known
      try {
        return await work()
      } catch (error) {
        const passing = isConstraintConflict(error) || isDatabaseLost(error)
        if (!passing || attempt === ATTEMPTS) throw error
      }
    }
  }

  async #take(request: SaveRequest, identity: string, hold: Hold): Promise<Saved> {
    if (await this.#isOvertaken(request)) return this.commit.drop(request, identity)

    const { fileType } = await Document.findOrFail(request.documentId)
    await using files = await this.fetched.fetch(request.source, fileType)
    const whose = await request.whose?.(files)
    return await this.#commit({ ...request, ...whose }, identity, files, hold)
  }

  /** Whoever was taken for gone leaves it to the one who has it now; what meets all the same the database tells apart. */
  async #commit(
    request: FetchedRequest,
    identity: string,
    files: SaveFiles,
    hold: Hold
  ): Promise<Saved> {
    await hold.assertHeld()
    const commit = request.isForm ? this.commitForm : this.commit
    const { saved, made } = await commit.handle(request, identity, files)
    if (made && isToldOf(made)) await this.authors.of(made)
    return saved
  }

  /** As far as its history tells, before anything of it is fetched. */
  async #isOvertaken({ editorKey, source, final, isForm }: SaveRequest): Promise<boolean> {
    if (final || isForm) return false
    const key = await DocumentKey.findByOrFail('editorKey', editorKey)
    if (key.state !== 'final') return false
    const { history = null, lastSave } = source
    const times = changeTimesOf({ history, lastSave, final, modifiedAt: null })
    const trace = { history, changesSize: null, assembledAt: null, ...times }
    return isOvertaken({ final }, key, await keptBeside(trace, editorKey))
  }

  async #known({ editorKey }: FetchedRequest, identity: string): Promise<Saved | null> {
    const save = await DocumentSave.findBy({ editorKey, identity })
    return save && { outcome: save.outcome, versionNo: save.versionNo }
  }
}

/**
 * A final save is never taken for a forced one: whatever is kept already, it ends its key. The same form is submitted
 * by one person after the other. What is taken for another one
 * although it is a repetition is known again by its content.
 *
 * @throws E_EDITOR_URL
 */
function identityOf({ source, final, userdata, isForm, author }: SaveRequest): string {
  const { url, history, lastSave } = source
  if (!URL.canParse(url)) throw new E_EDITOR_URL()
  const changes = changesOf({ history: history ?? null })
  const told = [new URL(url).pathname, final, changes, lastSave, userdata]
  const submitter = isForm ? ['form', author.id] : []
  return hashOf(JSON.stringify([...told, ...submitter]))
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
