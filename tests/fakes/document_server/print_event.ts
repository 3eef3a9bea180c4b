import type { LoggedEvent } from './event_log.js'

/** One line an event, for a person who follows a demonstration. */
export function printEvent(event: LoggedEvent): string {
  return `${event.kind.padEnd(9)} ${described(event)}`
}

function described(event: LoggedEvent): string {
  switch (event.kind) {
    case 'callback': {
      const { status, attempt, reply, dropped } = event
      const answer = reply ? `${reply.status} ${reply.body.slice(0, 120)}` : dropped
      return `status ${status}, attempt ${attempt}, key ${event.key} -> ${answer}`
    }
    case 'content':
      return `${new URL(event.url).pathname} -> ${event.status ?? event.dropped}`
    case 'command':
      return `${String(event.command.c)} -> ${JSON.stringify(event.reply).slice(0, 120)}`
    case 'download':
      return `${event.path} -> ${event.status} ${event.fault ?? ''}`
    case 'editor':
      return `${event.user}: ${event.message.type}`
    default:
      return event.key
  }
}
