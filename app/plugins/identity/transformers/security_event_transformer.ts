import { t, type Shaped } from '#kernel/contracts/main'
import { SECURITY_EVENT_TYPES } from '../models/security_event.js'

export const eventColumns = {
  id: t.id(),
  type: t.oneOf(SECURITY_EVENT_TYPES),
  sessionId: t.nullable(t.id()),
  ip: t.nullable(t.text()),
  userAgent: t.nullable(t.text()),
  createdAt: t.instant(),
}

export const ownEventShape = t.object(eventColumns, { title: 'OwnSecurityEvent' })

type OwnEvent = Shaped<typeof ownEventShape>

/** Where an administrator was who lifted a lock is theirs to know. */
export function ownEvent(event: OwnEvent): OwnEvent {
  return event.type === 'unlocked' ? { ...event, ip: null, userAgent: null } : event
}
