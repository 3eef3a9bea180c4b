import type { People } from '#plugins/identity/main'
import type { MessagingConfig } from '../messaging_config.js'

/** Extension point: who may write to whom, and put whom into a group. */
export abstract class ContactRule {
  /** Those of `others` that `userId` may write to. */
  abstract among(userId: number, others: readonly number[]): Promise<ReadonlySet<number>>
}

/** Any active user but oneself, or those of one's own department. */
export class ConfiguredContactRule extends ContactRule {
  constructor(
    private readonly contacts: MessagingConfig['contacts'],
    private readonly people: People
  ) {
    super()
  }

  async among(userId: number, others: readonly number[]): Promise<ReadonlySet<number>> {
    const cards = await this.people.cardsOf([userId, ...others])
    const department = cards.get(userId)?.departmentId ?? null
    const isContact = (other: number) => {
      const card = cards.get(other)
      if (!card?.active || other === userId) return false
      if (this.contacts === 'everybody') return true
      return department !== null && card.departmentId === department
    }
    return new Set(others.filter(isContact))
  }
}
