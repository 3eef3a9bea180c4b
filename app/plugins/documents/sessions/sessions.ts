import { inject } from '@adonisjs/core'
import { createHash, randomBytes } from 'node:crypto'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { toStored } from '#kernel/database/main'
import { clock } from '#kernel/state/main'
import { EditorSettings } from '../editor/editor_settings.js'
import type Document from '../models/document.js'
import EditingSession, { type CloseReason } from '../models/editing_session.js'
import EditorPrefix from '../models/editor_prefix.js'

type Transaction = TransactionClientContract

const PREFIX_LENGTH = 8

/** Begins and closes editing sessions. Every document has one at a time, which begins with its current version. */
@inject()
export class Sessions {
  constructor(private readonly settings: EditorSettings) {}

  /** Never used before, and of the characters that the document server takes. */
  newKey(): string {
    return `${this.prefix}.${randomBytes(24).toString('base64url')}`
  }

  /** What the keys of this address begin with. */
  get prefix(): string {
    const address = this.settings.publicUrl('')
    return createHash('sha256').update(address).digest('hex').slice(0, PREFIX_LENGTH)
  }

  /** Begins the session of `document.sessionKey`, with the current version. */
  async begin(
    { id: documentId, sessionKey, versionNo: baseVersionNo }: Document,
    trx: Transaction
  ): Promise<void> {
    await this.#recordPrefix(trx)
    await EditingSession.create(
      { documentId, sessionKey, baseVersionNo, state: 'open' },
      { client: trx }
    )
  }

  /** Closes the session of a document that the caller has locked, begins another one and saves the document. */
  async renew(document: Document, reason: CloseReason, trx: Transaction): Promise<void> {
    await closeSession(document.sessionKey, reason, trx)
    document.merge({ sessionKey: this.newKey(), editing: [] })
    await this.begin(document, trx)
    await document.useTransaction(trx).save()
  }

  /** Whether a key was made by this installation, and not by the one whose database this is a copy of. */
  async isOurs(sessionKey: string): Promise<boolean> {
    return (await EditorPrefix.findBy({ prefix: prefixIn(sessionKey) })) !== null
  }

  /** Those of them that this installation made and that belong to a document, by their keys. */
  async oursAmong(sessionKeys: readonly string[]): Promise<EditingSession[]> {
    const prefixes = new Set((await EditorPrefix.all()).map(({ prefix }) => prefix))
    const ours = sessionKeys.filter((key) => prefixes.has(prefixIn(key)))
    return ours.length === 0 ? [] : EditingSession.query().whereIn('sessionKey', ours)
  }

  async #recordPrefix(trx: Transaction): Promise<void> {
    const { prefix } = this
    if (await EditorPrefix.findBy({ prefix }, { client: trx })) return
    const address = this.settings.publicUrl('')
    const row = { prefix, address, created_at: toStored(clock.now()) }
    await trx.table('editor_prefixes').insert(row).onConflict('prefix').merge({ address })
  }
}

/** Whoever is inside a session that we end may have more to save: only then its last word still counts. */
export async function closeSession(
  sessionKey: string,
  closeReason: CloseReason,
  client?: Transaction
): Promise<void> {
  const lastWord = closeReason === 'ended_by_us' ? {} : { lastStatus: null }
  const closed = { state: 'closed', closeReason, closedAt: toStored(clock.now()), ...lastWord }
  await EditingSession.query({ client }).where({ sessionKey, state: 'open' }).update(closed)
}

export function sessionOf(
  { sessionKey }: Pick<Document, 'sessionKey'>,
  client?: Transaction
): Promise<EditingSession> {
  return EditingSession.findByOrFail({ sessionKey }, { client })
}

export function prefixIn(sessionKey: string): string {
  return sessionKey.split('.', 1)[0]!
}
