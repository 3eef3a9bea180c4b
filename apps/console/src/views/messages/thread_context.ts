import { inject, provide, type ComputedRef, type InjectionKey } from 'vue'
import type { Conversation } from '../../live/conversations'
import type { Line } from '../../live/lines'
import type { Thread } from './thread'

/** What the rows of a conversation know and may do. */
export interface ThreadContext {
  conversation: ComputedRef<Conversation>
  userId: number
  thread: Thread
  /** Whether one may still write here. */
  isOpen: ComputedRef<boolean>
  /** The message that another one answers; `null` where it cannot be had. */
  quoteOf: (seq: number) => Line | null | undefined
  /** Of others, how many have read up to there. */
  readersOf: (seq: number) => number
  reply: (line: Line) => void
  edit: (line: Line) => void
  jump: (seq: number) => void
  showReactors: (line: Line) => void
}

const KEY: InjectionKey<ThreadContext> = Symbol('thread')

export const provideThread = (context: ThreadContext) => provide(KEY, context)
export const useThreadContext = (): ThreadContext => inject(KEY)!
