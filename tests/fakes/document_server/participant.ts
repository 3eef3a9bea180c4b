import type { EditorUser } from './configuration.js'

export interface Participant {
  user: EditorUser
  /** What the server tells connections apart by: the id, and how many had opened the key by then. */
  connectionId: string
  callbackUrl: string
  /** Tells two open editors of one person apart. */
  index: number
  /** Called when the host ends the person's session. */
  dropped: () => void
  /** Called when the host says what the document is called. */
  renamed: (meta: unknown) => void
}

/** Somebody who only looks: no callback names them; the command `drop` reaches them. */
export type Viewer = Pick<Participant, 'user' | 'connectionId' | 'dropped'>
