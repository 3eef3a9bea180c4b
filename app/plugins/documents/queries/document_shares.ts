import { inject } from '@adonisjs/core'
import { Gate } from '#kernel/permissions/main'
import { operatorOf, People } from '#plugins/identity/main'
import { lastingSharesOf } from '../models/reach/effective_shares.js'
import { namesOf } from '../models/reach/share_names.js'
import { documentPermissions } from '../permissions.js'
import { shareRow } from '../transformers/share_transformer.js'
import type DocumentShare from '../models/document_share.js'

@inject()
export class DocumentShares {
  constructor(
    private readonly gate: Gate,
    private readonly people: People
  ) {}

  /** Oldest first, without ended ones; includes disabled roles and departments. */
  async of(documentId: number) {
    return this.named(await lastingSharesOf(documentId))
  }

  async named(shares: readonly DocumentShare[]) {
    const [names, readers] = await Promise.all([namesOf(shares), this.#readersAmong(shares)])
    return shares.map((share) => shareRow(share, names, readers))
  }

  /** Ids of the users who may list and see documents, without which a share is of no use to them. */
  async #readersAmong(shares: readonly DocumentShare[]): Promise<Set<number>> {
    const users = shares.filter(({ subjectType }) => subjectType === 'user')
    const cards = await this.people.cardsOf(users.map(({ subjectId }) => subjectId))
    const operators = [...cards.values()].filter(({ active }) => active).map(operatorOf)
    const { list, show } = documentPermissions
    const listing = await this.gate.grantsOf(operators, list.code)
    const seeing = await this.gate.grantsOf(operators, show.code)
    return new Set([...listing.keys()].filter((id) => seeing.has(id)))
  }
}
