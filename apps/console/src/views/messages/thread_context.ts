import { inject, provide, type ComputedRef, type InjectionKey } from 'vue'
import type { Conversation } from '../../live/conversations'
import type { Line } from '../../live/lines'
import type { Thread } from './thread'

/** What the rows of a conversation need from it. */
export interface ThreadContext {
  conversation: ComputedRef<Conversation>
  userId: number
  thread: Thread
  /** Whether the user may write here. */
  isOpen: ComputedRef<boolean>
  /** The message with a `seq`; `undefined` while it is loaded, `null` where it is not there. */
  quoteOf: (seq: number) => Line | null | undefined
  /** How many others have read up to a `seq`. */
  readersOf: (seq: number) => number
  reply: (line: Line) => void
  edit: (line: Line) => void
  jump: (seq: number) => void
  showReactors: (line: Line) => void
}

const KEY: InjectionKey<ThreadContext> = Symbol('thread')

export const provideThread = (context: ThreadContext) => provide(KEY, context)
export const useThreadContext = (): ThreadContext => inject(KEY)!
