import type { TableColumn } from '#kernel/tables/main'
import type { ExportedMessage } from './message_export.js'

type Column = TableColumn<ExportedMessage>

const named = (title: keyof ExportedMessage): Column => ({ title, value: (row) => row[title] })

/** Files are named by their number; of what was recalled only its place is left. */
export const messageColumns: readonly Column[] = [
  named('id'),
  named('conversationId'),
  named('conversationType'),
  named('conversationTitle'),
  named('seq'),
  named('senderId'),
  named('senderName'),
  named('contentType'),
  { title: 'content', value: contentOf },
  { title: 'fileId', value: fileIdOf },
  named('replyTo'),
  named('mentions'),
  named('createdAt'),
  named('recalledAt'),
]

/** A text as it is, anything else as JSON. */
function contentOf({ content, recalledAt }: ExportedMessage): string | null {
  if (recalledAt !== null) return null
  const said: unknown = JSON.parse(content)
  return typeof said === 'string' ? said : content
}

function fileIdOf({ contentType, content, recalledAt }: ExportedMessage): number | null {
  const isFile = contentType === 'file' || contentType === 'image'
  if (!isFile || recalledAt !== null) return null
  return (JSON.parse(content) as { fileId: number }).fileId
}
