import { inject } from '@adonisjs/core'
import { identifiersIn } from '#kernel/http/query_parameters'
import { People } from '#plugins/identity/main'
import { UNKNOWN, type Author } from './author.js'
import type { Callback } from '../editor/callback.js'

/** Puts down what a callback brings to somebody. */
@inject()
export class CallbackPeople {
  constructor(private readonly people: People) {}

  /**
   * Who changed something last: nobody who is known, where that is somebody unknown. Where that is not told, who left last,
   * or whose session it is.
   */
  async authorOf({ payload, openedBy }: Callback): Promise<Author> {
    const [changer] = payload.users
    if (changer !== undefined) return (await this.named(changer)) ?? UNKNOWN
    const leaver = await this.named(payload.actions[0]?.userId)
    return leaver ?? (await this.named(openedBy)) ?? UNKNOWN
  }

  /** Of a form: who pressed the button, and not who changed something last. */
  async submitterOf(callback: Callback): Promise<Author> {
    const [pressed] = callback.payload.actions
    return (await this.named(pressed?.userId)) ?? (await this.authorOf(callback))
  }

  /** @param userId as the editor knows it */
  async named(userId: string | number | undefined): Promise<Author | null> {
    return (await this.allNamed([userId]))[0]!
  }

  /** The same of several, one for each. */
  async allNamed(userIds: readonly (string | number | undefined)[]): Promise<(Author | null)[]> {
    const known = new Set(identifiersIn(userIds))
    if (known.size === 0) return userIds.map(() => null)
    const cards = await this.people.cardsOf([...known])
    return userIds.map((userId) => {
      const card = cards.get(identifiersIn([userId])[0] ?? 0)
      return card ? { id: card.id, name: card.nickname } : null
    })
  }
}
