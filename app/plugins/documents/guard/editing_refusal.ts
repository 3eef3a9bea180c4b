import { inject } from '@adonisjs/core'
import { identifiersIn } from '#kernel/http/query_parameters'
import { People } from '#plugins/identity/main'
import { E_BEING_EDITED } from '../errors.js'
import type { MayDrop } from '../rights/drop_right.js'

/** How far to go against whoever edits. */
export interface Insistence {
  /** End the session of whoever edits, instead of refusing. */
  drop: MayDrop | null
  /** Whether nothing of it is kept: then earlier sessions count as well. */
  isForGood?: boolean
  /** How to end it, where that is not by repeating. */
  dropRemedy?: string
}

const REPEAT = 'repeat with drop=true'

/** Names who edits what has to be quiet, and the remedy. */
@inject()
export class EditingRefusal {
  constructor(private readonly people: People) {}

  /** @param users as the editor knows them */
  async of(users: readonly string[], insistence: Insistence): Promise<Error> {
    const cards = await this.people.cardsOf(identifiersIn(users))
    const names = [...cards.values()].map(({ nickname }) => nickname)
    const who = `${names.join(', ') || 'Somebody'} ${names.length > 1 ? 'are' : 'is'}`
    return new E_BEING_EDITED(`${who} ${remedy(insistence)}`)
  }
}

function remedy({ drop, isForGood, dropRemedy = REPEAT }: Insistence): string {
  if (!drop)
    return `editing the document; wait until they are done, or ${dropRemedy} to end their session`
  return isForGood
    ? 'still in the document though told to leave; remove it once they have closed it'
    : 'still in the document though told to leave, and what they changed could not be saved; try again in a moment, or give it up and put them out: DELETE /app/document/{id}/unsaved-work'
}
