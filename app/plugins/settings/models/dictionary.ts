import { BaseModel, beforeSave, column } from '@adonisjs/lucid/orm'
import { compose } from '@adonisjs/core/helpers'
import type { DateTime } from 'luxon'
import { audited } from '#kernel/auditing/main'
import { unscoped } from '#kernel/data_scope/main'
import { instant, jsonColumn, searchText } from '#kernel/database/main'
import type { Status } from '#plugins/identity/main'

/** One value of a dictionary, and how it is shown. */
export interface DictionaryItem {
  value: string
  /** By language, such as `en` or `zh`. */
  labels: Record<string, string>
  /** `#rrggbb`, or a colour of the theme. */
  colour: string | null
  sort: number
}

/** The values that a field may have, kept by administrators. */
export default class Dictionary extends compose(
  BaseModel,
  unscoped('dictionaries are those of the whole installation')
) {
  static table = 'dictionaries'
  static audit = audited<Dictionary>({ name: 'name' })

  @column({ isPrimary: true })
  declare id: number

  @column()
  declare code: string

  @column()
  declare name: string

  @column()
  declare status: Status

  /** In the order of `sort`. */
  @jsonColumn()
  declare items: DictionaryItem[]

  @column()
  declare itemCount: number

  @searchText('code', 'name')
  declare searchText: string | null

  @instant({ autoCreate: true })
  declare createdAt: DateTime

  @instant({ autoCreate: true, autoUpdate: true })
  declare updatedAt: DateTime

  @beforeSave()
  static count(dictionary: Dictionary) {
    if (!('items' in dictionary.$dirty)) return
    dictionary.itemCount = dictionary.items.length
  }
}
