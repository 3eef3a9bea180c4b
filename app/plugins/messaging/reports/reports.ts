import db from '@adonisjs/lucid/services/db'
import { t } from '#kernel/contracts/main'
import { anyOf, severally } from '../statements.js'
import { messageShape, messageView } from '../transformers/message_transformer.js'
import { MESSAGE_COLUMNS, toStoredMessage, type StoredMessage } from '../writing/stored_message.js'
import { reportColumns, reportListing } from './report_listing.js'

type ListQuery = Parameters<typeof reportListing.page>[0]

export const reportShape = t.object(
  { ...reportColumns, message: t.nullable(messageShape) },
  { title: 'MessageReport' }
)

/** Reports with the messages that they are about, as these are now: `null` for one that was removed. */
export class Reports {
  async page(query: ListQuery) {
    const page = await reportListing.page({ closed: false, ...query })
    const places = page.items.map(({ conversationId, seq }) => [conversationId, seq])
    const messages = (await readMessages(db.connection(), places)).map(toStoredMessage)
    const found = new Map(messages.map((message) => [keyOf(message), message]))
    const items = page.items.map((item) => {
      const message = found.get(keyOf(item))
      return { ...item, message: message ? messageView(message) : null }
    })
    return { ...page, items }
  }
}

function keyOf({ conversationId, seq }: Pick<StoredMessage, 'conversationId' | 'seq'>): string {
  return `${conversationId} ${seq}`
}

const readMessages = severally(
  (places) => `
    select ${MESSAGE_COLUMNS} from messages
    where ${anyOf(places, 'conversation_id = ? and seq = ?')}`
)
