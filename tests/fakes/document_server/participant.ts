import type { EditorUser } from './configuration.js'

export interface Participant {
  user: EditorUser
  /** What the server tells connections apart by: the id, with a number of this key's right behind it. */
  connectionId: string
  callbackUrl: string
  /** Tells two open editors of one person apart. */
  index: number
  /** Called when the host ends the person's session. */
  dropped: () => void
  /** Called when the host says what the document is called. */
  renamed: (meta: unknown) => void
}

/** Somebody who only looks: named to nobody, and nothing is said of them; the command `drop` reaches them. */
export type Viewer = Pick<Participant, 'user' | 'connectionId' | 'dropped'>

/** Of one key: the id of a user, and how many have opened it so far right behind that. */
export class ConnectionIds {
  #openings = 0

  next(userId: string): string {
    return `${userId}${++this.#openings}`
  }
}

/** Another connection has the same id: then nobody has left for the server, who saves nothing and says nothing. */
export function seemsInside({ connectionId }: Participant, others: readonly Viewer[]): boolean {
  return others.some((one) => one.connectionId === connectionId)
}
