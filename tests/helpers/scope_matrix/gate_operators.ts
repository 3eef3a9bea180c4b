import type { Group } from '@japa/runner/core'
import app from '@adonisjs/core/services/app'
import type { LucidModel } from '@adonisjs/lucid/types/model'
import { unionOf, actAsSystem } from '#kernel/acting/main'
import { Gate } from '#kernel/permissions/main'
import { User } from '#plugins/identity/main'
import { OpenGate } from '#tests/helpers/open_gate'
import type { MatrixRole } from './cases.js'
import type { Ask } from './http_driver.js'
import { reachOf } from './model_driver.js'
import type { Stage } from './stage.js'

/**
 * The stage's operator over HTTP, with the reach that a case's roles stand for. What roles grant is the business of
 * whoever answers the gate; here it is told.
 */
export function operatorsThroughGate(group: Group, model: LucidModel, stage: Stage) {
  const gate = new OpenGate()
  group.setup(() => {
    app.container.swap(Gate, () => gate)
    return () => app.container.restore(Gate)
  })
  return async (roles: readonly MatrixRole[]): Promise<Ask> => {
    const granting = roles.filter(({ grants }) => grants)
    const reach = unionOf(granting.map((role) => reachOf(model, role, stage)))
    gate.tell(stage.operator, granting.length > 0 ? reach : null)
    return asking(await credentialsOf(stage.operator))
  }
}

async function credentialsOf(operatorId: number): Promise<Record<string, string>> {
  const user = await actAsSystem('the matrix logs in', () => User.findOrFail(operatorId))
  const auth = await app.container.make('auth.manager')
  const { headers } = await auth.createAuthenticatorClient().use('jwt').authenticateAsClient(user)
  return headers as Record<string, string>
}

function asking(headers: Record<string, string>): Ask {
  const origin = `http://${process.env.HOST}:${process.env.PORT}`
  return async (method, path, body) => {
    const response = await fetch(origin + path, {
      method,
      headers: { ...headers, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    const text = await response.text()
    return { status: response.status, text, body: JSON.parse(text) }
  }
}
