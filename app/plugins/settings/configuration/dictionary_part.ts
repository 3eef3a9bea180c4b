import { inject } from '@adonisjs/core'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import {
  type AppliedPart,
  checkedEntries,
  type ConfigurationDifference,
  type ConfigurationPart,
} from '#kernel/plugins/main'
import { Versions } from '#kernel/state/main'
import { completeItems } from '../actions/write_dictionary.js'
import { DICTIONARIES_KEY } from '../dictionaries.js'
import Dictionary from '../models/dictionary.js'
import { dictionariesValidator, type NewDictionary } from '../validators/dictionary_validators.js'

const PART = 'dictionaries'
const MEMBERS = ['code', 'name', 'status', 'items'] as const

/** All dictionaries. */
@inject()
export class DictionaryPart implements ConfigurationPart {
  constructor(private readonly versions: Versions) {}

  async export() {
    const rows = await Dictionary.query().orderBy('code')
    return rows.map(({ code, name, status, items }) => ({ code, name, status, items }))
  }

  async apply(data: unknown, trx: TransactionClientContract): Promise<AppliedPart> {
    const { entries, faults } = await checkedEntries(data, dictionariesValidator, {
      ...{ part: PART, key: 'code', members: MEMBERS },
    })
    const written = faults.length > 0 ? [] : await writeAll(entries, trx)
    return { differences: written, faults, announce: () => this.versions.bump(DICTIONARIES_KEY) }
  }
}

async function writeAll(
  entries: readonly NewDictionary[],
  trx: TransactionClientContract
): Promise<ConfigurationDifference[]> {
  const rows = await Dictionary.query({ client: trx })
  const known = new Map(rows.map((dictionary) => [dictionary.code, dictionary]))
  const differences: ConfigurationDifference[] = []
  for (const { items, status = 'enabled', ...values } of entries) {
    const dictionary = known.get(values.code) ?? new Dictionary()
    const isNew = !dictionary.$isPersisted
    dictionary.useTransaction(trx).merge({ ...values, status })
    const ordered = completeItems(items)
    if (isNew || !isSame(dictionary.items, ordered)) dictionary.items = ordered
    const members = Object.keys(dictionary.$dirty)
    if (members.length > 0) await dictionary.save()
    const change = members.length > 0 ? 'changed' : 'unchanged'
    const difference = { name: values.code, change: isNew ? 'created' : change } as const
    differences.push(difference.change === 'changed' ? { ...difference, members } : difference)
  }
  return differences
}

/** A file may name the members, and the languages, in another order. */
function isSame(before: NewDictionary['items'], after: NewDictionary['items']): boolean {
  return sorted(before) === sorted(after)
}

function sorted(items: NewDictionary['items']): string {
  return JSON.stringify(
    items.map(({ value, labels, colour, sort }) => [
      ...[value, colour, sort],
      Object.entries(labels).sort(([a], [b]) => (a < b ? -1 : 1)),
    ])
  )
}
