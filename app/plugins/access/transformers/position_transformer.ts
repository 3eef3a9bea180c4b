import { t } from '#kernel/contracts/main'
import { statusShape } from './user_transformer.js'

export const positionShape = t.object(
  {
    id: t.id(),
    code: t.text(),
    name: t.text(),
    sort: t.integer(),
    status: statusShape(),
    createdAt: t.instant(),
    updatedAt: t.instant(),
  },
  { title: 'Position' }
)
