import { inject } from '@adonisjs/core'
import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { DateTime } from 'luxon'
import { E_VALIDATION } from '#kernel/errors/main'
import { currentOperator, type Operator } from '#kernel/acting/main'
import type { Notice } from '#kernel/plugins/main'
import { clock } from '#kernel/state/main'
import { type Said, say } from '#kernel/languages/main'
import { E_SHARE_LEVEL, E_TOO_MANY_SHARES } from '../errors.js'
import type Document from '../models/document.js'
import DocumentShare, { type SubjectType } from '../models/document_share.js'
import { DocumentNotices } from '../notices/document_notices.js'
import { DocumentRights } from '../rights/document_rights.js'
import { allOf, LEVEL_WORDS, type Level } from '../levels.js'
import { isLasting } from '../models/reach/lasting.js'
import { assertSharingPace } from '../paces.js'
import { isRoomToTell, isWorthTelling } from '../shares/notice_pace.js'
import { ShareSubjects } from '../shares/share_subjects.js'
import { authorOf } from '../versions/author.js'
import { noteInLog } from '../versions/document_log.js'
import { lockedForChange } from '../versions/locked_document.js'
import { SettleShares } from './settle_shares.js'
import { quoted } from '../notices/quoted.js'

interface NewShare {
  subjectType: SubjectType
  subjectId: number
  level: Level
  endsAt: DateTime | null
}

const MOST_SHARES = 200

/**
 * Shares a document, at no level beyond what the sharer holds. Sharing it again with the same subject replaces the level
 * and the end; where nothing changes, nobody is told again.
 */
@inject()
export class ShareDocument {
  constructor(
    private readonly rights: DocumentRights,
    private readonly subjects: ShareSubjects,
    private readonly notices: DocumentNotices,
    private readonly settleShares: SettleShares
  ) {}

  /** @throws E_VALIDATION, E_SHARE_LEVEL, E_TOO_MANY_SHARES, E_TOO_MANY_REQUESTS, E_NOT_FOUND */
  async handle(document: Document, wanted: NewShare): Promise<DocumentShare> {
    const operator = currentOperator()
    assertSensible(wanted, operator)
    await assertSharingPace(operator.id)
    const held = await this.rights.held(document, operator)
    if (!held.has(wanted.level)) throw new E_SHARE_LEVEL()
    await this.subjects.assertActive(wanted)

    const recorded = await db.transaction((trx) => record(document.id, wanted, operator, trx))
    const { share, isNew, isNarrowed } = recorded
    if (isNarrowed) await this.settleShares.of(document.id)
    if (isNew) await this.#tell(document, share, operator)
    return share
  }

  async #tell(document: Document, share: DocumentShare, { id, nickname }: Operator) {
    if (!(await isWorthTelling(share))) return
    const notice = noticeOf(document, share, nickname)
    for await (const people of this.subjects.peopleBehind(share)) {
      const others = people.filter((person) => person !== id)
      if (others.length === 0) continue
      if (!(await isRoomToTell(others.length, id))) return
      await this.notices.send(others, document, notice)
    }
  }
}

function noticeOf({ title }: Document, { level, endsAt }: DocumentShare, sharer: string): Notice {
  const until = endsAt ? say`, until ${endsAt.toUTC().toISO()}` : ''
  return {
    title: 'A document was shared with you',
    body: say`${sharer} gave you ${quoted(title)} ${LEVEL_WORDS[level]}${until}.`,
  }
}

async function record(
  documentId: number,
  wanted: NewShare,
  operator: Operator,
  trx: TransactionClientContract
) {
  const { subjectType, subjectId, level, endsAt } = wanted
  await lockedForChange(documentId, trx)
  const subject = { documentId, subjectType, subjectId }
  const present = await DocumentShare.query({ client: trx }).where(subject).first()
  if (present && isSame(present, wanted)) return { share: present, isNew: false, isNarrowed: false }
  if (!present) await assertRoom(documentId, trx)

  const share = present ?? new DocumentShare().fill(subject)
  const isNarrowed = present !== null && !allOf([level]).has(present.level)
  share.merge({ level, endsAt, sharedBy: operator.id })
  await share.useTransaction(trx).save()
  const action = present ? ('share_changed' as const) : ('shared' as const)
  const until = endsAt?.toUTC().toISO() ?? null
  const detail = { subjectType, subjectId, level, endsAt: until }
  await noteInLog(documentId, { action, author: authorOf(operator), detail }, trx)
  return { share, isNew: true, isNarrowed }
}

function isSame(share: DocumentShare, { level, endsAt }: NewShare): boolean {
  const until = endsAt?.toMillis() ?? null
  return isLasting(share) && share.level === level && (share.endsAt?.toMillis() ?? null) === until
}

async function assertRoom(documentId: number, trx: TransactionClientContract): Promise<void> {
  const shares = await DocumentShare.query({ client: trx }).where({ documentId }).select('id')
  if (shares.length >= MOST_SHARES) throw new E_TOO_MANY_SHARES()
}

function assertSensible({ subjectType, subjectId, endsAt }: NewShare, { id }: Operator): void {
  if (subjectType === 'user' && subjectId === id)
    refuse('subjectId', 'self', 'You have the document already; share it with somebody else')
  if (endsAt && endsAt.toMillis() <= clock.now())
    refuse('endsAt', 'future', 'The endsAt field must lie in the future')
}

function refuse(field: string, rule: string, message: Said): never {
  throw new E_VALIDATION(undefined, { errors: [{ field, rule, message }] })
}
