import type { messages as en } from './en_messages'

export const messages: Record<keyof typeof en, string> = {
  'messages.title': '消息',
}
