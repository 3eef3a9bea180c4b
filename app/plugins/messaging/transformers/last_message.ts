import { t, type Shaped } from '#kernel/contracts/main'
import type { StoredMessage } from '../writing/stored_message.js'
import { messageShape, messageView } from './message_transformer.js'

/** As conversations show it. */
export interface LastMessage extends StoredMessage {
  readonly contentLeftOut: boolean
}

export const lastMessageShape = t.object(
  {
    ...messageShape.properties,
    contentLeftOut: t.boolean({
      description:
        'Whether it says more than 8 KB: `content` is null then, and read with the history',
    }),
  },
  { title: 'LastMessage' }
)

export function lastMessageView(message: LastMessage): Shaped<typeof lastMessageShape> {
  const { contentLeftOut, ...said } = message
  return { ...messageView(said), contentLeftOut }
}
