import { inject } from '@adonisjs/core'
import { Logger } from '@adonisjs/core/logger'
import { toStored } from '#kernel/database/instant'
import { Notices, type Notice } from '#kernel/notices/notices'
import { actAsSystem } from '#kernel/operator/acting'
import { clock } from '#kernel/state/clock'
import { People } from '#plugins/identity/main'
import Document from '../models/document.js'
import DocumentVersion, { type VersionKind } from '../models/document_version.js'
import { historyIn } from '../versions/version_history.js'
import { contributorsOf } from './contributors.js'
import { noteNotice, noticesLeft } from './form_pace.js'
import { passedOver } from './passed_over.js'
import { submittedFormNotice } from './submitted_form_notice.js'
import { ToldOnce } from './told_once.js'
import { versionNotice } from './version_notice.js'

const AT_ONCE = 100

/** Of these people do not know by themselves what became of their work. */
export const TOLD: readonly VersionKind[] = ['recovered', 'late', 'submitted_form']

export function isToldOf({ kind }: DocumentVersion): boolean {
  return TOLD.includes(kind)
}

/** Tells people what became of their work, where that is not what they expect. */
@inject()
export class TellAuthors {
  constructor(
    private readonly notices: Notices,
    private readonly people: People,
    private readonly once: ToldOnce,
    private readonly logger: Logger
  ) {}

  /** Of a version that lies beside, or was brought back. What fails is made up for by `rest`. */
  async of(version: DocumentVersion): Promise<void> {
    try {
      await actAsSystem('tell people of their work', () =>
        this.once.run(`version:${version.id}`, () => this.#tell(version))
      )
    } catch (error) {
      this.logger.error({ err: error, versionId: version.id }, 'an author is told later')
    }
  }

  /** Whoever was not told yet: the process ended, or they could not be reached. */
  async rest(): Promise<void> {
    let after = 0
    let untold: DocumentVersion[]
    do {
      untold = await this.#untold(after)
      for (const version of untold) await this.of(version)
      after = untold.at(-1)?.id ?? after
    } while (untold.length === AT_ONCE)
  }

  /** @returns whether it is kept for them, or there is nobody to keep it for */
  async send(userIds: readonly number[], document: Document, notice: Notice): Promise<boolean> {
    const { ownerId } = document
    const active = await this.people.activeAmong([...userIds, ...(ownerId ? [ownerId] : [])])
    const named = userIds.filter((id) => active.has(id))
    const told = named.length > 0 ? named : [...active]
    if (told.length === 0) {
      this.logger.warn({ documentId: document.id, ...notice }, 'there is nobody left to be told')
      return true
    }
    return (await this.notices.send(told, notice)) !== false
  }

  #untold(after: number): Promise<DocumentVersion[]> {
    const versions = DocumentVersion.described()
      .whereIn('kind', [...TOLD])
      .whereNull('toldAt')
    return versions.where('id', '>', after).orderBy('id').limit(AT_ONCE)
  }

  async #tell({ id }: DocumentVersion): Promise<void> {
    const version = await DocumentVersion.query().where({ id }).whereNull('toldAt').first()
    if (!version) return
    const document = await Document.findOrFail(version.documentId)
    const isForm = version.kind === 'submitted_form'
    const telling = isForm ? this.#tellOwner(version, document) : this.#tellAll(version, document)
    if (!(await telling)) return
    const toldAt = toStored(clock.now())
    await DocumentVersion.query().where('id', version.id).update({ toldAt })
  }

  async #tellAll(version: DocumentVersion, document: Document): Promise<boolean> {
    const mine = concernedBy(version, document)
    const told = [...new Set([...mine, ...(await passedOver(version))])]
    const about = { isOfSeveral: told.length > mine.length }
    const notice = versionNotice(document, version, await presentOf(document), about)
    return this.send(told, document, notice)
  }

  /** Not of what they submitted themselves, nor of all that thousands do. */
  async #tellOwner(version: DocumentVersion, document: Document): Promise<boolean> {
    const { id, ownerId } = document
    const left = await noticesLeft(id)
    if (ownerId === version.authorId || left <= 0) return true
    const notice = submittedFormNotice(document, version, left === 1)
    const isTold = await this.send(ownerId ? [ownerId] : [], document, notice)
    if (isTold) await noteNotice(id)
    return isTold
  }
}

function presentOf({ id: documentId, versionNo: no }: Document): Promise<DocumentVersion | null> {
  return DocumentVersion.described().where({ documentId, no }).first()
}

/** Whose document it is hears of what others changed in it without the right to. */
function concernedBy(version: DocumentVersion, { ownerId }: Document): number[] {
  const history = historyIn(version.history)
  const { authorId, concerned } = version
  const contributors = contributorsOf({ authorId, concerned, history })
  return version.unpermitted && ownerId ? [...new Set([...contributors, ownerId])] : contributors
}
