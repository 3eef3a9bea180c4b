import type { TableColumn } from '#kernel/tables/main'
import type { ExportedMessage } from './message_export.js'

type Column = TableColumn<ExportedMessage>

const same = (title: Exclude<keyof ExportedMessage, 'kind'>): Column => ({
  title,
  value: (row) => row[title],
})

/** Files are named by their id; of what was recalled only its place is left. */
export const messageColumns: readonly Column[] = [
  ...(['id', 'conversationId', 'conversationType', 'conversationName', 'seq'] as const).map(same),
  { title: 'senderId', value: ({ actorId }) => actorId },
  ...(['senderName', 'contentType'] as const).map(same),
  { title: 'content', value: contentOf },
  { title: 'fileId', value: fileIdOf },
  ...(['replyTo', 'mentions', 'createdAt', 'editedAt', 'recalledAt'] as const).map(same),
]

/** A text as it is, anything else as JSON. */
function contentOf({ contentType, content }: ExportedMessage): string | null {
  if (content === null || contentType !== 'text') return content
  return (JSON.parse(content) as { text: string }).text
}

function fileIdOf({ contentType, content }: ExportedMessage): number | null {
  const isFile = contentType === 'file' || contentType === 'image'
  if (!isFile || content === null) return null
  return (JSON.parse(content) as { fileId: number }).fileId
}
