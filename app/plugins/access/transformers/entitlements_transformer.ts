import { t, type Shaped } from '#kernel/contracts/main'
import { menuNodeShape } from '#plugins/identity/main'
import { DATA_SCOPES } from '../models/role.js'
import { statusShape } from './user_transformer.js'

export const entitlementsShape = t.object(
  {
    user: t.object({ id: t.id(), username: t.text(), nickname: t.text(), status: statusShape() }),
    roles: t.array(
      t.object({
        id: t.id(),
        code: t.text(),
        name: t.text(),
        status: statusShape(),
        builtIn: t.boolean({ description: 'Holds everything' }),
        dataScope: t.oneOf(DATA_SCOPES),
        departmentIds: t.array(t.id(), {
          description: 'Which departments, where the scope is `custom`',
        }),
        scope: t.text({ description: 'Which rows the user reaches through it, in words' }),
      }),
      { description: 'All of theirs; a disabled one grants nothing' }
    ),
    permissions: t.array(
      t.object({
        code: t.text({ examples: ['system:user:list'] }),
        roles: t.array(t.text({ examples: ['editors'] }), {
          description: 'Codes of the roles that grant it',
        }),
        scope: t.text({ description: 'Which rows they reach with it, in words' }),
      })
    ),
    menus: t.array(menuNodeShape, { description: 'The tree that a front end shows them' }),
  },
  { title: 'UserEntitlements' }
)

export type UserEntitlementsView = Shaped<typeof entitlementsShape>
