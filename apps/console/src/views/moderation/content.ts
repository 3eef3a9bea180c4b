import { t } from '../../texts'

export interface Reported {
  contentType: string
  content: Record<string, unknown>
}

/** The text of a message, where it has one. */
export function textIn({ contentType, content }: Reported): string | null {
  if (contentType === 'text') return String(content.text ?? '')
  if (contentType === 'notice') return [content.title, content.body].filter(Boolean).join('\n')
  return null
}

/** The file that a message brought. */
export function fileIn({ contentType, content }: Reported) {
  if (contentType !== 'image' && contentType !== 'file') return null
  const { fileId, name, size } = content as { fileId: number; name?: string; size?: number }
  return {
    id: fileId,
    name: name ?? `#${fileId}`,
    size: size ?? 0,
    isImage: contentType === 'image',
  }
}

/** A message in one line. */
export function excerptOf(reported: Reported): string {
  const name = fileIn(reported)?.name
  return textIn(reported) ?? (name ? t('moderation.file', { name }) : reported.contentType)
}
