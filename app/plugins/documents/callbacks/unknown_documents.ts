import { inject } from '@adonisjs/core'
import { Logger } from '@adonisjs/core/logger'
import limiter from '@adonisjs/limiter/services/main'
import { E_UNAVAILABLE } from '#kernel/http/errors'
import { identifiersIn } from '#kernel/http/query_parameters'
import { Notices, type Notice } from '#kernel/notices/notices'
import { People } from '#plugins/identity/main'
import type { CallbackPayload } from '../editor/callback_payload.js'
import type { SignedCallbackClaims } from '../editor/editor_tokens.js'
import { contributorsOf, hasRuns } from '../notices/contributors.js'
import { ToldOnce } from '../notices/told_once.js'
import { unknownDocumentNotice } from '../notices/unknown_document_notice.js'
import { isOfWork } from './callback_kind.js'
import { lookerIn } from './looker_in.js'

/** For longer than callbacks of a session come. */
const ONCE = { requests: 1, duration: '30 days' }

/** What a callback says, once it is read. */
export interface ReadCallback {
  payload: CallbackPayload
  /** By the document server: whom it names is not made up. */
  isSigned: boolean
}

/**
 * Documents that are not known here though the address of their callback is ours: they were made after the backup to which
 * the database was taken back, or deleted for good. What is saved of them is refused and stays with the document server;
 * nothing here belongs to it, so it is said when it is refused, once for each session, to the log and to whoever changed
 * something, or may have. Whoever surely only looked loses nothing, and hears nothing.
 */
@inject()
export class UnknownDocuments {
  constructor(
    private readonly people: People,
    private readonly notices: Notices,
    private readonly once: ToldOnce,
    private readonly logger: Logger
  ) {}

  /** @throws E_UNAVAILABLE where somebody cannot be told now: it is to be sent again, and they are told then */
  async tellOf(claims: SignedCallbackClaims, callback: ReadCallback): Promise<void> {
    if (!isOfWork(callback.payload)) return
    const named = namedIn(callback, claims)
    await this.once.run(`unknown:${claims.key}`, () => this.#tellOnce(claims, named))
  }

  async #tellOnce({ doc: documentId, key: editorKey }: SignedCallbackClaims, named: Named) {
    const active = await this.people.activeAmong([...named.changers, ...named.others])
    const place = `documents:unknown:${editorKey}`
    const [toLog] = await untold([place])
    if (toLog) this.#log({ documentId, editorKey, userIds: [...active] })
    await noteTold(toLog ? [toLog] : [])

    for (const kind of ['changers', 'others'] as const) {
      const userIds = named[kind].filter((id) => active.has(id))
      const notice = unknownDocumentNotice(documentId, editorKey, kind === 'changers')
      await this.#tell(userIds, notice, place)
    }
  }

  async #tell(userIds: readonly number[], notice: Notice, place: string): Promise<void> {
    const placeOf = (userId: number) => `${place}:${userId}`
    const places = await untold(userIds.map(placeOf))
    const told = userIds.filter((userId) => places.includes(placeOf(userId)))
    if (told.length === 0) return
    if ((await this.notices.send(told, notice)) === false)
      throw new E_UNAVAILABLE('Whose work it is cannot be told now')
    await noteTold(places)
  }

  #log(about: { documentId: number; editorKey: string; userIds: number[] }): void {
    this.logger.warn(
      about,
      'a document is not known here, as after a backup was restored: what is saved of it is refused; what could be saved lies with the document server, in its store of forgotten files'
    )
  }
}

interface Named {
  changers: number[]
  /** They may have changed something. */
  others: number[]
}

/**
 * Where no history says who changed something, whoever is named may have: of what goes on from a lost save the document
 * server knows only who changed last, and after it was started anew not even whether anything was changed. Without a
 * signature a callback is as good as its address, which whoever had it can show: it speaks for nobody else.
 */
function namedIn({ payload, isSigned }: ReadCallback, { user }: SignedCallbackClaims): Named {
  const { users, actions, history = null } = payload
  const isNameable = (id: number) => isSigned || id === user
  const [authorId = null] = lookerIn(payload) === null ? identifiersIn(users.slice(0, 1)) : []
  const changers = contributorsOf({ authorId, history }).filter(isNameable)
  if (hasRuns(history)) return { changers, others: [] }
  const all = identifiersIn([...users, ...actions.map(({ userId }) => userId)]).filter(isNameable)
  return { changers, others: [...new Set(all)].filter((id) => !changers.includes(id)) }
}

async function untold(places: readonly string[]): Promise<string[]> {
  const told = limiter.use(ONCE)
  const left: string[] = []
  for (const place of places) if ((await told.get(place))?.remaining !== 0) left.push(place)
  return left
}

async function noteTold(places: readonly string[]): Promise<void> {
  for (const place of places) await limiter.use(ONCE).increment(place)
}
