import app from '@adonisjs/core/services/app'
import { Bouncer } from '@adonisjs/bouncer'
import type { Operator } from '#kernel/acting/main'
import type { Permission } from './define_permissions.js'
import { Gate } from './gate.js'

/**
 * For policies, and for code that asks in the middle of its work: `ctx.bouncer.allows(holds, permission)`. It says yes
 * or no; rows stay limited to the reach of the route.
 */
export const holds = Bouncer.ability(async (operator: Operator, permission: Permission) => {
  const gate = await app.container.make(Gate)
  return (await gate.grantOf(operator, permission.code)) !== null
})
