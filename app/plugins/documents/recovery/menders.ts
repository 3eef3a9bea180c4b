import { inject } from '@adonisjs/core'
import { actAsSystem } from '#kernel/operator/acting'
import { Gate } from '#kernel/permissions/gate'
import { operatorOf, People } from '#plugins/identity/main'
import { editorPermissions } from '../permissions.js'

/** What one look has found, and where the next one goes on; `null` when everybody was asked. */
export interface FoundMenders {
  ids: number[]
  next: number | null
}

/** Who looks after the editor: those who may check its connection. */
@inject()
export class Menders {
  constructor(
    private readonly people: People,
    private readonly gate: Gate
  ) {}

  /** Those among the next people after an id, and no more than so many of them. */
  async after(id: number, most: number): Promise<FoundMenders> {
    return actAsSystem('find who looks after the editor', async () => {
      const { value: ids } = await this.people.active(null, id).next()
      if (!ids) return { ids: [], next: null }
      return { ids: await this.#among(ids, most), next: ids.at(-1)! }
    })
  }

  async #among(ids: readonly number[], most: number): Promise<number[]> {
    const found: number[] = []
    for (const card of (await this.people.cardsOf(ids)).values()) {
      if (await this.gate.grantOf(operatorOf(card), editorPermissions.diagnose.code))
        found.push(card.id)
      if (found.length >= most) break
    }
    return found
  }
}
