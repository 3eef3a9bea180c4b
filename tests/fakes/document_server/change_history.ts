import type { History, HistoryChange } from './callback_payloads.js'
import type { EditorUser } from './configuration.js'

const seconds = (time: number): Date => new Date(Math.floor(time / 1000) * 1000)

/** Who changed what since the session began, and how much of it is acknowledged by the host. */
export class ChangeHistory {
  #count = 0
  #startedUpTo = 0
  #savedUpTo = 0
  #lastChangeAt = 0
  #lastUser: EditorUser | undefined
  readonly #runs: HistoryChange[] = []

  add(user: EditorUser, documentSha256: string, now: number): void {
    this.#count++
    this.#lastChangeAt = now
    if (this.#lastUser?.id !== user.id) this.#runs.push(this.#run(user, documentSha256, now))
    this.#lastUser = user
  }

  get count(): number {
    return this.#count
  }

  get lastUser(): EditorUser | undefined {
    return this.#lastUser
  }

  /** To the second, as the server keeps it. */
  get lastSave(): string {
    return seconds(this.#lastChangeAt).toISOString()
  }

  /** Everything is acknowledged by a forced save. */
  get isSaved(): boolean {
    return this.#count === this.#savedUpTo
  }

  /** Nothing is left that a forced save under way does not carry. */
  get isUnderWay(): boolean {
    return this.#count === this.#startedUpTo
  }

  startForcedSave(): (acknowledged: boolean) => void {
    const upTo = this.#count
    this.#startedUpTo = upTo

    return (acknowledged) => {
      if (acknowledged) this.#savedUpTo = Math.max(this.#savedUpTo, upTo)
      else this.#startedUpTo = this.#savedUpTo
    }
  }

  toHistory(serverVersion: string): History {
    return { serverVersion, changes: structuredClone(this.#runs) }
  }

  #run({ id, name }: EditorUser, documentSha256: string, now: number): HistoryChange {
    const created = seconds(now).toISOString().slice(0, 19).replace('T', ' ')

    return { documentSha256, created, user: { id, name: name ?? '' } }
  }
}
