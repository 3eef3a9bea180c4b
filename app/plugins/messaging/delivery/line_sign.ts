import type { Roster } from '../rosters/roster.js'
import type { Writing } from './frame_writer.js'

/** What is told of a conversation beside its messages, and to whom of its members. */
export interface Sign {
  readonly writing: (roster: Roster) => Writing
  /** Called once it is written, or nobody is left to be told. */
  readonly done: () => void
}
