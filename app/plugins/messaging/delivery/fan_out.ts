import { inject } from '@adonisjs/core'
import type { Connection } from '../sockets/connection.js'
import { Connections } from '../sockets/connections.js'
import { textFrame } from '../sockets/text_frame.js'
import { membersChangeOf, type Publication } from '../entries/publication.js'
import { sees, type Roster } from '../rosters/roster.js'
import { Rosters } from '../rosters/rosters.js'
import { FrameWriter, type Writing } from './frame_writer.js'

/** Something that is sent to sockets and not stored: who reads, who types, a setting of one's own. */
export interface Signal {
  /** Its members are told; without one only `users`. */
  readonly conversationId: number | null
  readonly users: readonly number[] | null
  readonly except: number | null
  /** The frame as JSON. */
  readonly frame: string
}

/** Entries of one conversation that leave in one frame. */
interface Batch {
  /** `seq` of what comes before them. */
  readonly after: number
  readonly publications: readonly Publication[]
}

/** Writes to the sockets of this node; each frame is encoded once, whatever the number of its receivers. */
@inject()
export class FanOut {
  #delivered = 0

  constructor(
    private readonly connections: Connections,
    private readonly rosters: Rosters,
    private readonly writer: FrameWriter
  ) {}

  /** Frames with entries that were written to sockets since the start. */
  get delivered(): number {
    return this.#delivered
  }

  /** To the members, and to those whom an entry names, since they have just left. */
  deliver(batch: Batch, roster: Roster): void {
    void this.writer.write(this.#delivering(batch, roster))
  }

  /** Resolves once it is written. */
  async signal({ conversationId, users, except, frame }: Signal): Promise<void> {
    const receivers = await this.#receiversOf(conversationId, users)
    await this.writer.write(this.#signalling(frame, receivers, except))
  }

  *#delivering(batch: Batch, roster: Roster): Writing {
    const frames = new Frames(batch)
    for (const userId of this.#connectedOf(roster))
      yield* this.#write(userId, frames.of(roster.members.get(userId)!))
    for (const userId of namedIn(batch))
      if (!roster.members.has(userId)) yield* this.#write(userId, frames.naming(userId))
  }

  *#write(userId: number, frame: () => Buffer): Writing {
    for (const connection of this.#socketsOf(userId)) {
      this.#delivered++
      yield connection.write(frame())
    }
  }

  async #receiversOf(conversationId: number | null, users: readonly number[] | null) {
    if (conversationId === null) return users ?? []
    const roster = await this.rosters.get(conversationId)
    if (!roster) return []
    return users?.filter((userId) => roster.members.has(userId)) ?? this.#connectedOf(roster)
  }

  *#signalling(frame: string, userIds: Iterable<number>, except: number | null): Writing {
    const encoded = encodedOnce(() => frame)
    for (const userId of userIds) {
      if (userId === except) continue
      for (const connection of this.#socketsOf(userId)) yield connection.write(encoded())
    }
  }

  /** By whichever is fewer: the members, or those who are connected here. */
  #connectedOf({ members }: Roster): Iterable<number> {
    if (members.size <= this.connections.userCount) return members.keys()
    return [...this.connections.users()].filter((userId) => members.has(userId))
  }

  #socketsOf(userId: number): readonly Connection[] {
    return [...this.connections.ofUser(userId)]
  }
}

/** The frames of one batch: the same for all who see all of it. */
class Frames {
  readonly #whole: () => Buffer
  readonly #lowest: number

  constructor(private readonly batch: Batch) {
    const { publications } = batch
    this.#lowest = Math.min(...publications.map(({ seq, targetSeq }) => targetSeq ?? seq))
    this.#whole = encodedOnce(() => entriesFrame(batch, publications))
  }

  /** Those who see none of it get to know how far the conversation has come. */
  of(fromSeq: number): () => Buffer {
    if (fromSeq <= this.#lowest) return this.#whole
    return this.#only((publication) => sees(fromSeq, publication))
  }

  naming(userId: number): () => Buffer {
    return this.#only((one) => membersChangeOf(one)?.userIds?.includes(userId) ?? false)
  }

  #only(isSeen: (publication: Publication) => boolean): () => Buffer {
    const seen = this.batch.publications.filter(isSeen)
    return encodedOnce(() => entriesFrame(this.batch, seen))
  }
}

function entriesFrame({ after, publications }: Batch, seen: readonly Publication[]): string {
  const { conversationId, seq } = publications.at(-1)!
  const entries = seen.map(({ json }) => json).join(',')
  return `{"type":"entries","conversationId":${conversationId},"after":${after},"seq":${seq},"entries":[${entries}]}`
}

function namedIn({ publications }: Batch): Iterable<number> {
  return new Set(publications.flatMap((one) => membersChangeOf(one)?.userIds ?? []))
}

function encodedOnce(text: () => string): () => Buffer {
  let frame: Buffer | undefined
  return () => (frame ??= textFrame(text()))
}
