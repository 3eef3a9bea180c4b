import { inject } from '@adonisjs/core'
import { Bus } from '#kernel/state/bus'
import { HeardEvents } from './heard_events.js'

/** What nodes tell each other of editing sessions. */
export interface SessionEvent {
  /** `seen`: who is inside, and whether there is anything left; `submitted`: a form comes, and nothing is saved. */
  kind: 'saved' | 'ended' | 'failed' | 'seen' | 'submitted'
  documentId: number
  editorKey: string
  versionNo?: number | null
  /** As given with the command that caused it. */
  userdata?: string | null
  /** With `seen`: as the document server named them. */
  status?: number
  users?: readonly string[]
}

const CHANNEL = 'documents:sessions'

@inject()
export class SessionEvents {
  constructor(private readonly bus: Bus) {}

  publish(event: SessionEvent): Promise<void> {
    return this.bus.publish(CHANNEL, event)
  }

  /**
   * Collects events from now on, so begin before causing them. Some may be missed while nodes are apart: whoever waits
   * looks at the database as well.
   */
  async listen(fits: (event: SessionEvent) => boolean): Promise<HeardEvents> {
    const heard: HeardEvents = new HeardEvents(() => unsubscribe())
    const unsubscribe = await this.bus.subscribe(CHANNEL, (payload) => {
      const event = payload as SessionEvent
      if (fits(event)) heard.add(event)
    })
    return heard
  }
}
