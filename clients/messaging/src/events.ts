import type { State } from './connection.js'
import type {
  Change,
  Changed,
  Entry,
  Erased,
  Joined,
  Left,
  Message,
  MineFrame,
  ReadFrame,
  Role,
  TypingFrame,
  UserPresence,
} from './frames.js'

/** Whatever happens in a conversation comes once, in order of `seq`. A promise holds the next entry back. */
export interface MessagingEvents {
  state: State
  /** Every entry, also one's own; before the event of its kind. */
  entry: Entry
  message: Message
  /** What the service says. */
  notice: Message
  change: Change
  members: Joined | Left | Role
  conversation: Changed | Erased
  /** Forget what came before: the conversation goes on after `seq`. Read its history when it is opened. */
  reset: { conversationId: number; seq: number }
  /** One is no member any more. */
  gone: { conversationId: number }
  read: ReadFrame
  mine: MineFrame
  typing: TypingFrame
  presence: UserPresence[]
  /** The service's numbers have begun anew: forget everything, and load it again. */
  epoch: string
  /** The session is over: log in and make a new client. */
  ended: string
  /** Something failed that nobody waits for: a callback, a token that could not be renewed. */
  error: unknown
}

/** The event of an entry beside `entry`. */
export function eventOf(entry: Entry) {
  switch (entry.kind) {
    case 'message':
      return entry.contentType === 'notice' ? 'notice' : 'message'
    case 'joined':
    case 'left':
    case 'role':
      return 'members'
    case 'changed':
    case 'erased':
      return 'conversation'
    default:
      return 'change'
  }
}
