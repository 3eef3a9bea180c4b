import { inject } from '@adonisjs/core'
import { People } from '#plugins/identity/main'
import type { Author } from '../versions/author.js'
import type { Callback } from './callback.js'

/** Puts down what a callback brings to somebody. */
@inject()
export class CallbackPeople {
  constructor(private readonly people: People) {}

  /** Who pressed the button or left last, or else whose session it is. */
  async authorOf({ payload, openedBy }: Callback): Promise<Author> {
    const named = payload.actions[0]?.userId ?? payload.users[0]
    return (
      (await this.named(named)) ?? (await this.named(openedBy)) ?? { id: null, name: 'Somebody' }
    )
  }

  /** @param userId as the editor knows it */
  async named(userId: string | number | undefined): Promise<Author | null> {
    const id = Number(userId)
    if (!Number.isSafeInteger(id) || id <= 0) return null
    const card = (await this.people.cardsOf([id])).get(id)
    return card ? { id, name: card.nickname } : null
  }
}
