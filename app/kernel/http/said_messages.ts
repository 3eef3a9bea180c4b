import type { FieldContext, MessagesProviderContact } from '@vinejs/vine/types'
import { Text } from '#kernel/languages/main'

const ROOT = 'data'

/**
 * Messages of rules, to be translated once the language is known. What VineJS takes for a string is a text here:
 * `toRefusal` passes it on as one.
 */
export const saidMessages: MessagesProviderContact = {
  getMessage(
    message: string,
    _rule: string,
    field: FieldContext,
    values?: Record<string, unknown>
  ) {
    const name = String(field.name) || ROOT
    const said = new Text(templateOf(message), { field: name, ...values })
    return said as unknown as string
  },
}

/** VineJS writes `{{ field }}`, texts `{field}`. */
function templateOf(message: string): string {
  return message.replace(/\{\{\s*([\w.]+)\s*\}\}/g, '{$1}')
}
