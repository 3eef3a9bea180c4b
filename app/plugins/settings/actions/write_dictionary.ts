import { inject } from '@adonisjs/core'
import db from '@adonisjs/lucid/services/db'
import { assertUnchanged, isConstraintConflict } from '#kernel/database/main'
import { E_CONFLICT, E_NOT_FOUND } from '#kernel/errors/main'
import { say } from '#kernel/languages/main'
import { Versions } from '#kernel/state/main'
import { DICTIONARIES_KEY } from '../dictionaries.js'
import Dictionary, { type DictionaryItem } from '../models/dictionary.js'
import {
  type DictionaryChanges,
  MOST_DICTIONARIES,
  type NewDictionary,
} from '../validators/dictionary_validators.js'

/** Creates, changes and deletes dictionaries. */
@inject()
export class WriteDictionary {
  constructor(private readonly versions: Versions) {}

  /** Resolves to the id. @throws E_CONFLICT */
  async create(values: NewDictionary): Promise<number> {
    const [count] = await Dictionary.query().count('* as total').pojo<{ total: number }>()
    if (Number(count!.total) >= MOST_DICTIONARIES)
      throw new E_CONFLICT(
        say`There are ${MOST_DICTIONARIES} dictionaries, as many as there may be`
      )
    const items = completeItems(values.items)
    const fresh = { status: 'enabled' as const, ...values, items }
    const { id } = await Dictionary.create(fresh).catch(refuseDuplicate(values.code))
    await this.versions.bump(DICTIONARIES_KEY)
    return id
  }

  /** @throws E_NOT_FOUND, E_CONFLICT */
  async update(id: number, { updatedAt, items, ...values }: DictionaryChanges): Promise<void> {
    await db.transaction(async (trx) => {
      const dictionary = await Dictionary.query({ client: trx }).where({ id }).forUpdate().first()
      if (!dictionary) throw new E_NOT_FOUND()
      assertUnchanged(dictionary, updatedAt)
      if (items) dictionary.items = completeItems(items)
      await dictionary.merge(values).save().catch(refuseDuplicate(dictionary.code))
    })
    await this.versions.bump(DICTIONARIES_KEY)
  }

  /** @throws E_NOT_FOUND */
  async delete(id: number): Promise<void> {
    const dictionary = await Dictionary.find(id)
    if (!dictionary) throw new E_NOT_FOUND()
    await dictionary.delete()
    await this.versions.bump(DICTIONARIES_KEY)
  }
}

/** In order. Without a `sort` an item stands where it is given. */
export function completeItems(items: NewDictionary['items']): DictionaryItem[] {
  const complete = items.map(({ value, labels, colour, sort }, index) => ({
    ...{ value, labels },
    colour: colour ?? null,
    sort: sort ?? index + 1,
  }))
  return complete.sort((a, b) => a.sort - b.sort)
}

function refuseDuplicate(code: string) {
  return (error: unknown): never => {
    if (!isConstraintConflict(error)) throw error
    const message = say`There is already a dictionary "${code}"`
    throw new E_CONFLICT(message, {
      errors: [{ field: 'code', rule: 'unique', message }],
      cause: error,
    })
  }
}
