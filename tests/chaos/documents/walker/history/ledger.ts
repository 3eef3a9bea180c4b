import { createHash } from 'node:crypto'
import type { CallbackEvent } from '../../../../fakes/document_server/event_log.js'
import { ForcedBy } from '../../../../fakes/document_server/forced_saves.js'
import { documentTexts } from '../../../../fakes/document_server/ooxml.js'
import type { FakeDocumentServer } from '../../../../fakes/document_server/server.js'
import type { Person } from '../stage/person.js'

/** What somebody wrote. Each text is written once, so it says where it came to. */
export interface Change {
  text: string
  by: Person
  key: string
  /** Its key was not the document's any more when the editor was opened. */
  isStale: boolean
  /** Whoever wrote it undid it. */
  isTakenBack?: boolean
  /** `lost`: they had lost the right to write it. `unclear`: the service may know of it or not. Default: they had it. */
  right?: 'lost' | 'unclear'
}

/** A save as it was sent; the same file may be sent again. */
export interface SentSave {
  key: string
  status: number
  sha256: string
  texts: readonly string[]
  /** The service has said that it has it, whether or not that reached the document server. */
  isAcknowledged: boolean
  isFinal: boolean
  /** The document server says itself that something may be missing in it. */
  isFailed: boolean
  /** It reached the service, as far as that could note anything. */
  isHeard: boolean
  /** A form that was submitted, and no save of the session. */
  form?: { path: string; by: string }
  /** It goes on from a lost save, of which the document server knows no history. */
  isContinued: boolean
  /** Id of whom it names first. */
  named: string | undefined
  /** Ids of those of whom the service had heard in its session by then. */
  heard: ReadonlySet<string>
}

interface CallbackAnswer {
  error?: number
}

export const sha256Of = (bytes: Uint8Array): string =>
  createHash('sha256').update(bytes).digest('hex')

/** What was written and what was sent, kept beside the service. */
export class Ledger {
  readonly changes: Change[] = []
  readonly saves: SentSave[] = []
  /** What the document server threw away by itself. */
  readonly discarded = new Set<string>()
  /** The service has nothing to note anything in. */
  isBlind = false
  /** What it held when it lost its storage: whoever wrote it is to be told, where it is in no version. */
  readonly lost = new Set<string>()
  /** Whom the service was told of under a key, since its session was over the last time. */
  readonly #heard = new Map<string, Set<string>>()
  /** The same, from the beginning, and who was let in. */
  readonly #everIn = new Map<string, Set<string>>()
  /** Keys of which it was said that nobody is inside, and nothing left unsaved. */
  readonly #closed = new Set<string>()
  #read = 0
  #taken = 0

  constructor(private readonly server: FakeDocumentServer) {}

  /** Whether somebody undid something of theirs in a session. */
  tookBackIn(key: string, userId: string | undefined): boolean {
    return this.changes.some(
      (change) => change.key === key && change.isTakenBack && String(change.by.id) === userId
    )
  }

  /** The text that is to be written next. */
  nextText(by: Person): string {
    return `${by.name}${this.changes.length + 1}`
  }

  /** Takes note of what was sent since the last time. */
  readLog(): void {
    const { entries } = this.server.log
    for (const entry of entries.slice(this.#read)) {
      if (entry.kind === 'callback') this.#hear(entry)
      if (entry.kind === 'callback' && isSave(entry)) this.#note(entry)
      if (entry.kind === 'discarded') for (const text of entry.texts) this.discarded.add(text)
    }
    this.#read = entries.length
  }

  /** Somebody may come under a key, heard or not. */
  letIn(key: string, { id }: Person): void {
    add(this.#everIn, key, [String(id)])
  }

  /** What was sent since this was asked last. */
  takeFresh(): SentSave[] {
    const fresh = this.saves.slice(this.#taken)
    this.#taken = this.saves.length

    return fresh
  }

  changeOf(text: string): Change | undefined {
    return this.changes.find((change) => change.text === text)
  }

  /** Whoever has the right again may be taken for somebody who had it, as far as it has not arrived yet but in a form. */
  regain(by: Person): void {
    const taken = this.saves.filter(({ isAcknowledged, form }) => isAcknowledged && !form)
    const arrived = new Set(taken.flatMap(({ texts }) => texts))
    for (const change of this.changes)
      if (change.by === by && change.right === 'lost' && !arrived.has(change.text))
        change.right = 'unclear'
  }

  mayHaveComeIn(key: string, userId: number): boolean {
    return this.#everIn.get(key)?.has(String(userId)) ?? false
  }

  mayBeOfSeveral(key: string): boolean {
    return (this.#everIn.get(key)?.size ?? 0) > 1
  }

  /** Nobody was said to come since. */
  wasSaidClosed(key: string): boolean {
    return this.#closed.has(key)
  }

  /** Every save of these bytes: a lost one can come again as another. */
  savesOf(sha256: string): SentSave[] {
    return this.saves.filter((save) => save.sha256 === sha256 && !save.form)
  }

  /** Of a key of which something lies, or lay, where lost saves are kept, and is known to be written badly. */
  failuresOf(key: string): SentSave[] {
    return this.saves.filter((save) => save.key === key && save.isFailed && save.isFinal)
  }

  #hear(callback: CallbackEvent): void {
    const { key, status, payload } = callback
    if (!isTaken(callback)) return
    const { users = [], actions = [] } = payload as Partial<Named>
    const named = [...users, ...actions.map(({ userid }) => userid)].map(serviceIdOf)
    add(this.#everIn, key, named)
    if (status === CLOSED) this.#closed.add(key)
    else if (named.length > 0 && !isEnd(status)) this.#closed.delete(key)
    if (isEnd(status)) this.#heard.delete(key)
    else add(this.#heard, key, named)
  }

  #note(callback: CallbackEvent): void {
    const { key, status, payload } = callback
    const file = this.server.store.open(new URL(String(payload.url)))
    if (!file) throw new Error(`A save was sent without a file: ${JSON.stringify(payload)}`)

    this.saves.push({
      key,
      status,
      sha256: sha256Of(file.bytes),
      texts: documentTexts(file.bytes, file.name.split('.').at(-1)!),
      isAcknowledged: isTaken(callback),
      heard: new Set(this.#heard.get(key)),
      isFinal: status === 2 || status === 3,
      isFailed: status === 3 || status === 7,
      isHeard: isAnswered(callback) && !this.isBlind,
      form: formIn(payload as Partial<Submitted>),
      isContinued: !(payload.history as { changes?: unknown } | undefined)?.changes,
      named: (payload.users as string[] | undefined)?.map(serviceIdOf)[0],
    })
  }
}

/** The service marks where an id ends. */
const serviceIdOf = (id: string): string => id.replace(/\.$/, '')

interface Submitted extends Named {
  url: string
  forcesavetype: number
}

function formIn({ url, forcesavetype, actions }: Partial<Submitted>): SentSave['form'] {
  if (forcesavetype !== ForcedBy.form) return undefined

  return { path: new URL(url!).pathname, by: serviceIdOf(actions![0]!.userid) }
}

interface Named {
  users: string[]
  actions: { userid: string }[]
}

function add(to: Map<string, Set<string>>, key: string, ids: readonly string[]): void {
  to.set(key, new Set([...(to.get(key) ?? []), ...ids]))
}

const CLOSED = 4

const isEnd = (status: number): boolean => [2, 3, 4].includes(status)

/** Where nothing could be written there is none. */
const isSave = ({ status, payload }: CallbackEvent): boolean =>
  [2, 3, 6, 7].includes(status) && (payload as Partial<Submitted>).url !== undefined

const isAnswered = ({ reply, lost }: CallbackEvent): boolean => (reply ?? lost) !== undefined

/** Whether or not the answer arrived. */
function isTaken({ reply, lost }: CallbackEvent): boolean {
  const answer = reply ?? lost

  return answer?.status === 200 && errorIn(answer.body) === 0
}

function errorIn(body: string): number | undefined {
  return (JSON.parse(body) as CallbackAnswer).error
}
