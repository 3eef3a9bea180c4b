import type { Connections } from '../gateway/connections.js'
import { textFrame } from '../gateway/text_frame.js'
import type { RecentRecalls } from '../recalls/recent_recalls.js'
import { maySee, type Roster } from '../rosters/roster.js'
import type { NoticeStreams } from '../notices/notice_streams.js'
import type { Parcel } from './parcel.js'
import type { ToldMarks } from './told_marks.js'
import { recallIn } from './recalled_frame.js'

/** Writes frames to the sockets of this node; each frame is encoded once, whatever the number of its receivers. */
export class FanOut {
  constructor(
    private readonly connections: Connections,
    private readonly streams: NoticeStreams,
    private readonly recalls: RecentRecalls,
    private readonly marks: ToldMarks
  ) {}

  deliver(parcel: Parcel, roster: Roster): void {
    const frame = this.recalls.appliedTo(parcel.frame, parcel)
    const encoded = encodedOnce(frame)
    this.#eachUser(roster, (userId) => {
      if (!maySee(roster, userId, parcel.seq)) return
      for (const connection of this.connections.ofUser(userId)) {
        if (connection !== parcel.origin) connection.write(encoded())
      }
      if (parcel.notice) this.streams.send(userId, frame)
    })
  }

  /** A frame that is not kept, to all present members or to those of `only`; of a message to who may see that. */
  tell(frame: string, roster: Roster, only: ReadonlySet<number> | null, except: number | null) {
    if (this.marks.isOvertaken(frame)) return
    const encoded = encodedOnce(frame)
    const recalled = recallIn(frame)
    if (recalled) this.recalls.note(recalled)
    this.#eachUser(roster, (userId) => {
      if (userId === except || (only && !only.has(userId))) return
      if (recalled && !maySee(roster, userId, recalled.seq)) return
      this.#write(userId, encoded)
    })
  }

  tellUsers(frame: string, userIds: Iterable<number>): void {
    const encoded = encodedOnce(frame)
    for (const userId of userIds) this.#write(userId, encoded)
  }

  #write(userId: number, encoded: () => Buffer): void {
    for (const connection of this.connections.ofUser(userId)) connection.write(encoded())
  }

  /** By whichever is fewer: the members, or those who are connected here. */
  #eachUser({ members }: Roster, work: (userId: number) => void): void {
    if (members.size <= this.connections.userCount || this.streams.size > 0) {
      for (const userId of members.keys()) work(userId)
      return
    }
    for (const userId of this.connections.users()) if (members.has(userId)) work(userId)
  }
}

function encodedOnce(text: string): () => Buffer {
  let frame: Buffer | undefined
  return () => (frame ??= textFrame(text))
}
