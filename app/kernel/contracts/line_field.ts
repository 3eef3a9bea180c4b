import vine from '@vinejs/vine'
import { normalized } from './normalized.js'
import { shownName } from './shown_name.js'

interface LineOptions {
  /** In UTF-16. */
  length: number
  /** Of UTF-8. */
  bytes?: number
  /** Whether hidden characters are removed; refused by default. */
  removesHidden?: boolean
}

/**
 * What something is called: one line of text, in which something can be seen, and that nothing hidden makes look like another,
 * such as an override of the direction of writing.
 */
export function lineField(options: LineOptions) {
  return vine
    .string()
    .trim()
    .maxLength(options.length)
    .regex(/^\P{Cc}*$/u)
    .use(visible(options))
    .minLength(1)
}

const visible = vine.createRule<LineOptions>(
  (value, { length, bytes = Infinity, removesHidden = false }, field) => {
    if (!field.isValid) return
    const shown = shownName(value as string, { bytes, length })
    if (removesHidden || shown === normalized(value as string, 'NFC')) field.mutate(shown, field)
    else field.report('The {{ field }} field must be one line of visible text', 'visible', field)
  }
)
