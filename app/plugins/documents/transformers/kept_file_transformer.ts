import { t, type Shaped } from '#kernel/http/shape'
import { LOG_ACTIONS } from '../models/document_log.js'
import type { KeptFile } from '../saves/kept_files.js'

export const keptFileShape = t.object({
  id: t.id(),
  action: t.oneOf(LOG_ACTIONS),
  part: t.text({ description: '`content`, or `changes` for the archive of what changed' }),
  fileType: t.text(),
  size: t.integer({ minimum: 0, description: 'bytes' }),
  operatorId: t.nullable(t.id()),
  operatorName: t.nullable(t.text()),
  createdAt: t.instant(),
})

export function keptFileRow({ entry, file }: KeptFile): Shaped<typeof keptFileShape> {
  const { id, action, operatorId, operatorName, detail, createdAt } = entry
  return {
    id,
    action,
    part: detail?.part === 'changes' ? 'changes' : 'content',
    fileType: file.extension,
    size: Number(file.size),
    operatorId: operatorId ?? null,
    operatorName: operatorName ?? null,
    createdAt: createdAt.toUTC().toISO()!,
  }
}
