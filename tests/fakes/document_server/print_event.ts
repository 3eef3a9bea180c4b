import type { LoggedEvent } from './event_log.js'

const outcome = (reply: { status: number; body: string } | undefined, dropped?: string): string =>
  reply ? `${reply.status} ${reply.body.slice(0, 120)}` : `connection lost (${dropped})`

/** One line an event, for a person who follows a demonstration. */
export function printEvent(event: LoggedEvent): string {
  switch (event.kind) {
    case 'callback':
      return `callback  status ${event.status}, attempt ${event.attempt}, key ${event.key} -> ${outcome(event.reply, event.dropped)}`
    case 'content':
      return `content   ${new URL(event.url).pathname} -> ${event.status ?? `connection lost (${event.dropped})`}, ${event.bytes ?? 0} bytes`
    case 'command':
      return `command   ${String(event.command.c)} -> ${JSON.stringify(event.reply).slice(0, 120)}`
    case 'download':
      return `download  ${event.path} -> ${event.status}${event.fault ? ` (${event.fault})` : ''}`
    case 'editor':
      return `editor    ${event.user}: ${event.message.type}`
    case 'forgotten':
      return `forgotten ${event.key}, ${event.bytes} bytes kept`
    case 'discarded':
      return `discarded ${event.key}: ${event.texts.join(', ')}`
  }
}
