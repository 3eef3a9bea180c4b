import type { Connection } from '../gateway/connection.js'
import type { Connections } from '../gateway/connections.js'
import { textFrame } from '../gateway/text_frame.js'
import type { RecentRecalls } from '../recalls/recent_recalls.js'
import { maySee, type Roster } from '../rosters/roster.js'
import type { Writing } from './frame_writer.js'
import type { Parcel } from './parcel.js'
import type { ToldMarks } from './told_marks.js'
import { recallIn } from './recalled_frame.js'

interface Told {
  readonly frame: string
  /** `null` for everybody. */
  readonly only: ReadonlySet<number> | null
  readonly except: number | null
}

/**
 * What is to be written to the sockets of this node, one at each step; each frame is encoded once, whatever the number of its
 * receivers. Who comes or goes between two steps is written to once at most.
 */
export class FanOut {
  #told = 0

  constructor(
    private readonly connections: Connections,
    private readonly recalls: RecentRecalls,
    private readonly marks: ToldMarks
  ) {}

  /** So many messages were told to sockets since the start, each as often as there were sockets to tell it to. */
  get told(): number {
    return this.#told
  }

  *deliver(parcel: Parcel, roster: Roster): Writing {
    const frame = this.recalls.appliedTo(parcel.frame, parcel)
    const encoded = encodedOnce(frame)
    for (const userId of this.#usersOf(roster)) {
      if (!maySee(roster, userId, parcel.seq)) continue
      for (const connection of this.#socketsOf(userId)) {
        if (connection === parcel.origin) continue
        this.#told++
        yield connection.write(encoded())
      }
    }
  }

  /**
   * A frame that is not kept, to all present members or to those of `only`; of a message to who may see that. What it recalls counts
   * as recalled at once, however long the frame waits for its turn.
   */
  telling({ frame, only, except }: Told): (roster: Roster) => Writing {
    const recalled = recallIn(frame)
    if (recalled) this.recalls.note(recalled)
    return (roster) =>
      this.#tell(frame, this.#usersOf(roster), (userId) => {
        if (userId === except || (only && !only.has(userId))) return false
        return !recalled || maySee(roster, userId, recalled.seq)
      })
  }

  tellUsers(frame: string, userIds: Iterable<number>): Writing {
    return this.#tell(frame, userIds, () => true)
  }

  *#tell(frame: string, userIds: Iterable<number>, isMeant: (userId: number) => boolean): Writing {
    if (this.marks.isOvertaken(frame)) return
    const encoded = encodedOnce(frame)
    for (const userId of userIds) {
      if (!isMeant(userId)) continue
      for (const connection of this.#socketsOf(userId)) yield connection.write(encoded())
    }
  }

  /** By whichever is fewer: the members, or those who are connected here. */
  #usersOf({ members }: Roster): Iterable<number> {
    if (members.size <= this.connections.userCount) return members.keys()
    return [...this.connections.users()].filter((userId) => members.has(userId))
  }

  #socketsOf(userId: number): readonly Connection[] {
    return [...this.connections.ofUser(userId)]
  }
}

function encodedOnce(text: string): () => Buffer {
  let frame: Buffer | undefined
  return () => (frame ??= textFrame(text))
}
