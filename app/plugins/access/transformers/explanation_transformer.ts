import { t, type Shaped } from '#kernel/contracts/main'
import { statusShape } from './user_transformer.js'

export const explanationShape = t.object(
  {
    allowed: t.boolean({ description: 'Whether the operation would be let through to the row' }),
    user: t.object({ id: t.id(), username: t.text(), status: statusShape() }),
    permission: t.text(),
    granted: t.boolean({ description: 'Whether an enabled role grants the permission' }),
    roles: t.array(
      t.object({
        id: t.id(),
        code: t.text(),
        name: t.text(),
        status: statusShape(),
        grants: t.boolean(),
        because: t.text(),
        scope: t.nullable(t.text({ description: 'Which rows it reaches, where it grants' })),
      })
    ),
    scope: t.nullable(t.text({ description: 'In words; null where nothing is granted' })),
    predicate: t.nullable(
      t.text({ description: 'As a condition on columns; `none` for no row, null for no limit' })
    ),
    row: t.nullable(t.object({ resource: t.text(), id: t.id(), reached: t.boolean() })),
    through: t.array(t.text(), {
      description: 'What else lets the user reach the row, such as shares of it',
    }),
    remedies: t.array(t.text(), { description: 'What would have to change for it to be allowed' }),
  },
  { title: 'Explanation' }
)

export type Explanation = Shaped<typeof explanationShape>
