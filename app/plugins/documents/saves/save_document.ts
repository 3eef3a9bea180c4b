import { inject } from '@adonisjs/core'
import { createHash } from 'node:crypto'
import { isConstraintConflict, isDatabaseLost } from '#kernel/database/faults'
import { E_EDITOR_URL } from '../errors.js'
import Document from '../models/document.js'
import DocumentKey from '../models/document_key.js'
import DocumentSave, { type SaveOutcome } from '../models/document_save.js'
import type { Author } from '../versions/author.js'
import { CommitSave, type SaveSource } from './commit_save.js'
import { FetchedSave } from './fetched_save.js'
import { OneAtATime } from './one_at_a_time.js'

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
  userdata?: string
  author: Author
}

export interface Saved {
  outcome: SaveOutcome
  versionNo: number | null
}

const ATTEMPTS = 3

/**
 * Makes a version of what the document server has saved: fetched, checked and kept first, then recorded in one
 * transaction. Stopped anywhere, either nothing has happened or all of it, and the same save can come again: it is
 * known by its key and the path of its file.
 */
@inject()
export class SaveDocument {
  constructor(
    private readonly oneAtATime: OneAtATime,
    private readonly fetched: FetchedSave,
    private readonly commit: CommitSave
  ) {}

  /** @throws E_EDITOR_URL, E_PAYLOAD_TOO_LARGE; E_UNAVAILABLE and database faults, which pass */
  async handle(request: SaveRequest): Promise<Saved> {
    const pathHash = hashOfPath(request.source.url)
    return (
      (await this.#known(request, pathHash)) ??
      this.oneAtATime.run(request.documentId, () => this.#persist(request, pathHash))
    )
  }

  /** Without the lock over all nodes two of the same may still meet in the database, which lets one of them through. */
  async #persist(request: SaveRequest, pathHash: string): Promise<Saved> {
    for (let attempt = 1; ; attempt++) {
      const known = await this.#known(request, pathHash)
      if (known) return known
      try {
        return await this.#take(request, pathHash)
      } catch (error) {
        const passing = isConstraintConflict(error) || isDatabaseLost(error)
        if (!passing || attempt === ATTEMPTS) throw error
      }
    }
  }

  async #take(request: SaveRequest, pathHash: string): Promise<Saved> {
    const key = await DocumentKey.findByOrFail('editorKey', request.editorKey)
    if (!request.final && key.state === 'final') return this.commit.drop(request, pathHash)

    const { fileType } = await Document.findOrFail(request.documentId)
    await using files = await this.fetched.fetch(request.source, fileType)
    return await this.commit.handle(request, pathHash, files)
  }

  async #known({ editorKey }: SaveRequest, pathHash: string): Promise<Saved | null> {
    const save = await DocumentSave.findBy({ editorKey, pathHash })
    return save && { outcome: save.outcome, versionNo: save.versionNo }
  }
}

/** @throws E_EDITOR_URL */
function hashOfPath(url: string): string {
  if (!URL.canParse(url)) throw new E_EDITOR_URL()
  return createHash('sha256').update(new URL(url).pathname).digest('hex')
}
