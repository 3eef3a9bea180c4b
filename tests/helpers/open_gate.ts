import app from '@adonisjs/core/services/app'
import type { Group } from '@japa/runner/core'
import { everything, type Reach, type Operator } from '#kernel/acting/main'
import { Gate, type Grant } from '#kernel/permissions/main'

type Answer = Reach | null

/**
 * A gate for tests: everybody holds every permission and reaches everything, unless it is told otherwise of an
 * operator, or of one permission of theirs.
 */
export class OpenGate extends Gate {
  readonly #told = new Map<string, Answer>()
  readonly #roles = new Map<number, readonly number[]>()

  async grantOf({ id }: Operator, permission: string): Promise<Grant | null> {
    const reach = this.#answer(id, permission)
    return reach && { reach, roles: this.#roles.get(id) ?? [] }
  }

  /** @param reach `null` when they do not hold it */
  tell(operatorId: number, reach: Answer, permission = '*'): this {
    this.#told.set(`${operatorId} ${permission}`, reach)
    return this
  }

  giveRoles(operatorId: number, roles: readonly number[]): this {
    this.#roles.set(operatorId, roles)
    return this
  }

  #answer(id: number, permission: string): Answer {
    const told = this.#told.get(`${id} ${permission}`)
    if (told !== undefined) return told
    const usual = this.#told.get(`${id} *`)
    return usual === undefined ? everything : usual
  }
}

/** Puts an open gate in the place of the real one. Give `shut` to the teardown. */
export function openGate(): { gate: OpenGate; shut: () => void } {
  const gate = new OpenGate()
  app.container.swap(Gate, () => gate)
  return { gate, shut: () => app.container.restore(Gate) }
}

/** Put there for a group of tests. */
export function openGateOf(group: Group): OpenGate {
  const gate = new OpenGate()
  group.setup(() => {
    app.container.swap(Gate, () => gate)
    return () => app.container.restore(Gate)
  })
  return gate
}
