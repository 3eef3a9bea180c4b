import { strToU8, zipSync } from 'fflate'
import type { History, HistoryChange } from './callback_payloads.js'
import type { EditorUser } from './configuration.js'
import { FIRST_DAY, type Edit } from './ooxml.js'

export interface Change extends Edit {
  user: EditorUser
  connectionId?: string
  /** The index of the open editor that it came from: the save is sent to that one's callback. */
  editor: number
  at: number
}

const seconds = (time: number): Date => new Date(Math.floor(time / 1000) * 1000)

/** Who took something back, and when. */
export type TakenBack = Omit<Change, 'text' | 'padding'>

/** Who changed what since the content of the session was opened. */
export class ChangeHistory {
  readonly changes: readonly Change[]
  readonly #takenBack: TakenBack | undefined

  constructor(changes: readonly Change[] = [], takenBack?: TakenBack) {
    this.changes = changes
    this.#takenBack = takenBack
  }

  with(change: Change): ChangeHistory {
    return new ChangeHistory([...this.changes, change])
  }

  /** As if the last one had never been. */
  withoutLast(takenBack: TakenBack): ChangeHistory {
    return new ChangeHistory(this.changes.slice(0, -1), takenBack)
  }

  get count(): number {
    return this.changes.length
  }

  get last(): Change | undefined {
    return this.changes.at(-1)
  }

  /** Who changed or took back something last. */
  get lastBy(): TakenBack | undefined {
    return this.last ?? this.#takenBack
  }

  /** To the second, as the server keeps it. */
  get lastSave(): string {
    return seconds((this.#takenBack ?? this.last)?.at ?? 0).toISOString()
  }

  /** Where all was taken back, it names who did so. */
  toHistory(serverVersion: string, documentSha256: string): History {
    const firsts: TakenBack[] = this.#runs().map(([first]) => first)
    if (firsts.length === 0 && this.#takenBack) firsts.push(this.#takenBack)
    const changes = firsts.map((first) => runOf(first, documentSha256))
    return { serverVersion, changes }
  }

  /** A file for each run: what came later is added to the last one, or stands in files of its own. */
  toArchive(): Uint8Array {
    const files = this.#runs().map((run, index) => [
      `changes${index}.json`,
      strToU8(JSON.stringify(run.map(({ text }) => text))),
    ])
    return zipSync(Object.fromEntries(files), { mtime: FIRST_DAY })
  }

  /** What one person changed without another in between. */
  #runs(): [Change, ...Change[]][] {
    const runs: [Change, ...Change[]][] = []
    for (const change of this.changes) {
      const run = runs.at(-1)
      if (run?.[0].user.id === change.user.id) run.push(change)
      else runs.push([change])
    }
    return runs
  }
}

function runOf({ user: { id, name }, at }: TakenBack, documentSha256: string): HistoryChange {
  const created = seconds(at).toISOString().slice(0, 19).replace('T', ' ')
  return { documentSha256, created, user: { id, name: name ?? '' } }
}
