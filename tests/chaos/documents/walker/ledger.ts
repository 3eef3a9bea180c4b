import type { CallbackEvent, LoggedEvent } from '../../../fakes/document_server/event_log.js'
import { documentTexts } from '../../../fakes/document_server/ooxml.js'
import type { OutputStore } from '../../../fakes/document_server/output_store.js'
import type { Person } from './stage/person.js'

/** Each text is written once, so that it shows where it came to. */
export interface Written {
  text: string
  by: Person
  key: string
  /** When, in the order of all that is written and told. */
  order: number
}

export interface Told {
  userId: number
  kind: string
  versionNo: number | undefined
  order: number
}

/** What was written, delivered and told, noted beside the service. */
export class Ledger {
  readonly written: Written[] = []
  readonly undone = new Set<string>()
  /** What the document server deleted by itself. */
  readonly discarded = new Set<string>()
  readonly told: Told[] = []
  /** Contents of files that the service has taken, as it said. */
  readonly delivered: { content: string; how: string }[] = []
  /** Contents of files in the store of forgotten ones, by key. */
  readonly #forgotten = new Map<string, string>()
  #order = 0

  write(by: Person, key: string): string {
    const text = `${by.name}${this.written.length + 1}`
    this.written.push({ text, by, key, order: ++this.#order })
    return text
  }

  tell(userId: number, { kind, versionNo }: Record<string, unknown>): void {
    this.told.push({
      userId,
      kind: String(kind),
      versionNo: versionNo as number | undefined,
      order: ++this.#order,
    })
  }

  hear(event: LoggedEvent, store: OutputStore): void {
    if (event.kind === 'discarded') for (const text of event.texts) this.discarded.add(text)
    if (event.kind === 'callback') this.#noteSave(event, store)
    if (event.kind === 'forgotten')
      this.#forgotten.set(event.key, contentOf(store.forgotten(event.key)!.bytes))
    if (event.kind === 'command' && event.command.c === 'deleteForgotten')
      this.#noteDeletion(String(event.command.key))
  }

  #noteSave({ payload, status, reply, lost }: CallbackEvent, store: OutputStore): void {
    if (typeof payload.url !== 'string' || !isTaken(lost ?? reply)) return
    const file = store.open(new URL(payload.url))
    if (file) this.delivered.push({ content: contentOf(file.bytes), how: `callback ${status}` })
  }

  #noteDeletion(key: string): void {
    const content = this.#forgotten.get(key)
    if (content !== undefined) this.delivered.push({ content, how: 'forgotten file' })
    this.#forgotten.delete(key)
  }
}

function isTaken(reply: CallbackEvent['reply']): boolean {
  return reply?.status === 200 && (JSON.parse(reply.body) as { error?: number }).error === 0
}

/** What a document holds, without the times of its packing. */
export function contentOf(bytes: Uint8Array): string {
  return documentTexts(bytes, 'docx').filter(Boolean).join(' ')
}
