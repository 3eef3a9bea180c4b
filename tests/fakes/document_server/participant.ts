import type { EditorUser } from './configuration.js'

export interface Participant {
  user: EditorUser
  callbackUrl: string
  /** Tells two open editors of one person apart. */
  index: number
  /** Called when the host ends the person's session. */
  dropped: () => void
  /** Called when the host says what the document is called. */
  renamed: (meta: unknown) => void
}

/** Somebody who only looks: named to nobody, and nothing is said of them; the command `drop` reaches them. */
export type Viewer = Pick<Participant, 'user' | 'dropped'>
