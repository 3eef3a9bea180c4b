import { inject } from '@adonisjs/core'
import { Logger } from '@adonisjs/core/logger'
import { DateTime } from 'luxon'
import type { Notice } from '#kernel/notices/notices'
import { actAsSystem } from '#kernel/operator/acting'
import { clock } from '#kernel/state/clock'
import { People } from '#plugins/identity/main'
import Document from '../models/document.js'
import DocumentKey from '../models/document_key.js'
import DocumentVersion, { type VersionKind } from '../models/document_version.js'
import { DocumentReaders } from '../rights/document_readers.js'
import { baseOfSession } from '../versions/session_base.js'
import { historyIn } from '../versions/version_history.js'
import { contributorsOf } from './contributors.js'
import { DocumentNotices } from './document_notices.js'
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
    private readonly notices: DocumentNotices,
    private readonly people: People,
    private readonly readers: DocumentReaders,
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

  /**
   * Kept for them until they log in again. Whose document it is hears of it as well where one of them cannot log in, or see
   * the document, any more.
   *
   * @returns whether it is kept for them, or there is nobody to keep it for
   */
  async send(userIds: readonly number[], document: Document, notice: Notice): Promise<boolean> {
    const { ownerId } = document
    const cards = await this.people.cardsOf(ownerId ? [...userIds, ownerId] : userIds)
    const readers = await this.readers.among(document, [...cards.values()])
    const reading = new Set(readers.map(({ id }) => id))
    const named = userIds.filter((id) => cards.has(id))
    const shutOut = named.filter((id) => cards.get(id)!.active && !reading.has(id))
    const isForOwner = userIds.length === 0 || userIds.some((id) => !reading.has(id))
    const instead = isForOwner && ownerId && cards.has(ownerId) && !named.includes(ownerId)
    if (named.length === 0 && !instead) {
      this.logger.warn({ documentId: document.id, ...notice }, 'there is nobody left to be told')
      return true
    }
    const forOwner = userIds.length === 0 ? notice : inPlaceOfOthers(notice)
    const others = named.filter((id) => !shutOut.includes(id))
    return (
      (await this.notices.send(instead ? [ownerId] : [], document, forOwner)) &&
      (await this.notices.send(shutOut, document, besideOwner(notice, document))) &&
      (await this.notices.send(others, document, notice))
    )
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
    await version.merge({ toldAt: DateTime.fromMillis(clock.now()) }).save()
  }

  async #tellAll(version: DocumentVersion, document: Document): Promise<boolean> {
    const mine = concernedBy(version, document)
    const saved = await passedOver(version)
    const all = [...new Set([...mine, ...(saved ? carriedBy(saved) : [])])]
    const isOfSeveral = all.length > mine.length
    const session = { abandonedAt: await givenUpAt(version), baseType: await baseTypeOf(version) }
    const about = { isOfSeveral, savedNo: saved?.no, ...session }
    const notice = versionNotice(document, version, await presentOf(document), about)
    return this.send(all, document, notice)
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

function inPlaceOfOthers({ body, ...rest }: Notice): Notice {
  const why =
    'You are told because the document is yours, and not all whom this concerns can log in, or see it, any more.'
  return { ...rest, body: `${body} ${why}` }
}

/** For whoever may see the document no more, and cannot look into it themselves. */
function besideOwner(notice: Notice, { ownerId }: Document): Notice {
  return ownerId ? { ...notice, body: `${notice.body} Whose document it is is told, too.` } : notice
}

async function givenUpAt({ editorKey }: DocumentVersion): Promise<DateTime | null> {
  return (editorKey && (await DocumentKey.findBy({ editorKey }))?.abandonedAt) || null
}

async function baseTypeOf({ editorKey }: DocumentVersion): Promise<string | undefined> {
  return editorKey ? (await baseOfSession(editorKey))?.fileType : undefined
}

function presentOf({ id: documentId, versionNo: no }: Document): Promise<DocumentVersion | null> {
  return DocumentVersion.described().where({ documentId, no }).first()
}

/** Whose document it is hears of what others changed in it without the right to. */
function concernedBy(version: DocumentVersion, { ownerId }: Document): number[] {
  const contributors = carriedBy(version)
  return version.unpermitted && ownerId ? [...new Set([...contributors, ownerId])] : contributors
}

function carriedBy({ authorId, concerned, history }: DocumentVersion): number[] {
  return contributorsOf({ authorId, concerned, history: historyIn(history) })
}
