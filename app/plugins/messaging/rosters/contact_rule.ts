import type { People } from '#plugins/identity/main'
import type { MessagingConfig } from '../messaging_config.js'

/** Extension point: who may write to whom, and put whom into a group. */
export abstract class ContactRule {
  /** Those of `others` that `userId` may write to. */
  abstract among(userId: number, others: readonly number[]): Promise<ReadonlySet<number>>
}

/** Everybody may write to any active user but themselves. */
export class AnyActiveUser extends ContactRule {
  constructor(private readonly people: People) {
    super()
  }

  async among(userId: number, others: readonly number[]): Promise<ReadonlySet<number>> {
    return this.people.activeAmong(others.filter((other) => other !== userId))
  }
}

/** Only within one's own department. */
export class SameDepartment extends ContactRule {
  constructor(private readonly people: People) {
    super()
  }

  async among(userId: number, others: readonly number[]): Promise<ReadonlySet<number>> {
    const cards = await this.people.cardsOf([userId, ...others])
    const department = cards.get(userId)?.departmentId ?? null
    const allowed = others.filter((other) => {
      const card = cards.get(other)
      return card?.active && other !== userId && card.departmentId === department
    })
    return new Set(department === null ? [] : allowed)
  }
}

export function contactRule(contacts: MessagingConfig['contacts'], people: People): ContactRule {
  return contacts === 'department' ? new SameDepartment(people) : new AnyActiveUser(people)
}
