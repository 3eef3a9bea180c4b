import { strToU8, zipSync } from 'fflate'
import type { History, HistoryChange } from './callback_payloads.js'
import type { EditorUser } from './configuration.js'
import type { Edit } from './ooxml.js'

export interface Change extends Edit {
  user: EditorUser
  /** Which of the open editors it came from: the save is sent where that one's callbacks go. */
  editor: number
  at: number
}

const FIRST_DAY = new Date(1980, 0, 1)

const seconds = (time: number): Date => new Date(Math.floor(time / 1000) * 1000)

/** Who changed what since the content of the session was opened. */
export class ChangeHistory {
  readonly changes: readonly Change[]

  constructor(changes: readonly Change[] = []) {
    this.changes = changes
  }

  with(change: Change): ChangeHistory {
    return new ChangeHistory([...this.changes, change])
  }

  get count(): number {
    return this.changes.length
  }

  get last(): Change | undefined {
    return this.changes.at(-1)
  }

  /** To the second, as the server keeps it. */
  get lastSave(): string {
    return seconds(this.last?.at ?? 0).toISOString()
  }

  toHistory(serverVersion: string, documentSha256: string): History {
    const changes = this.#runs().map(([first]) => runOf(first, documentSha256))

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

function runOf({ user: { id, name }, at }: Change, documentSha256: string): HistoryChange {
  const created = seconds(at).toISOString().slice(0, 19).replace('T', ' ')

  return { documentSha256, created, user: { id, name: name ?? '' } }
}
