import { t } from '#kernel/contracts/main'
import { LOG_ACTIONS } from '../models/document_log.js'

export const logShape = t.object({
  id: t.id(),
  action: t.oneOf(LOG_ACTIONS),
  operatorId: t.nullable(t.id()),
  operatorName: t.nullable(t.text()),
  versionNo: t.nullable(t.integer({ minimum: 1 })),
  detail: t.json({ description: 'Depends on the action' }),
  createdAt: t.instant(),
})
