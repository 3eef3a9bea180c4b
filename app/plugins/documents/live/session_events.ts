import { inject } from '@adonisjs/core'
import { Bus } from '#kernel/state/bus'

/** What nodes tell each other of editing sessions. */
export interface SessionEvent {
  kind: 'saved' | 'ended' | 'failed'
  documentId: number
  editorKey: string
  versionNo?: number | null
  /** As given with the command that caused it. */
  userdata?: string | null
}

const CHANNEL = 'documents:sessions'

@inject()
export class SessionEvents {
  constructor(private readonly bus: Bus) {}

  publish(event: SessionEvent): Promise<void> {
    return this.bus.publish(CHANNEL, event)
  }

  /**
   * The first event that fits, of those since before `cause` began; `null` when none came in time, or at once when
   * `cause` answers `false`. Events may be missed while nodes are apart, so whoever waits looks at the database
   * afterwards.
   */
  async awaitAfter(
    cause: () => Promise<boolean | void>,
    fits: (event: SessionEvent) => boolean,
    longestMs: number
  ): Promise<SessionEvent | null> {
    const { promise, resolve } = Promise.withResolvers<SessionEvent | null>()
    const unsubscribe = await this.bus.subscribe(CHANNEL, (payload) => {
      const event = payload as SessionEvent
      if (fits(event)) resolve(event)
    })
    const timer = setTimeout(() => resolve(null), longestMs)
    try {
      if ((await cause()) === false) return null
      return await promise
    } finally {
      clearTimeout(timer)
      await unsubscribe()
    }
  }
}
