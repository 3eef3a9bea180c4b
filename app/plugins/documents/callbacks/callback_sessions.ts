import { inject } from '@adonisjs/core'
import { LiveState } from '../live/live_state.js'
import { SessionEvents } from '../live/session_events.js'
import { noteInLog } from '../versions/document_log.js'
import { CallbackPeople } from './callback_people.js'
import type { Callback, CallbackOutcome } from './callback.js'

const JOINED = 1
const NOTED: CallbackOutcome = Object.freeze({ message: 'Noted', data: null })

/** Who came, who left, and that nothing was changed. */
@inject()
export class CallbackSessions {
  constructor(
    private readonly live: LiveState,
    private readonly people: CallbackPeople,
    private readonly events: SessionEvents
  ) {}

  /** Status 1; without actions it is the answer to a question who edits. */
  async editing({ documentId, editorKey, payload }: Callback): Promise<CallbackOutcome> {
    await this.live.set(documentId, editorKey, payload.users)
    for (const { type, userId } of payload.actions) {
      const author = (await this.people.named(userId)) ?? undefined
      const action = type === JOINED ? 'editing_started' : 'editing_left'
      await noteInLog(documentId, { action, author })
    }
    return NOTED
  }

  /** Status 4. The key stays good: nothing was saved under it. */
  async closed(callback: Callback): Promise<CallbackOutcome> {
    const { documentId, editorKey } = callback
    await this.live.end(documentId, editorKey)
    const author = await this.people.authorOf(callback)
    await noteInLog(documentId, { action: 'editing_ended', author })
    await this.events.publish({ kind: 'ended', documentId, editorKey })
    return NOTED
  }
}
