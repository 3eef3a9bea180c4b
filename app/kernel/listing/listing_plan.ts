import type { LucidModel } from '@adonisjs/lucid/types/model'
import { assertLabel, columnFor } from './labels.js'
import { E_LISTING, columnOf, quote } from '#kernel/data_scope/main'
import type { LabelSource, LinkSource, ListColumn } from './listing_columns.js'
import type { FilterContext } from './listing_filters.js'
import type { Dialect } from '#kernel/database/main'

/** A column as a listing knows it: the SQL that names it, and what it hangs on. */
export interface PlannedColumn {
  readonly sql: string
  /** What a row's value is selected as, where that is not `sql`: it needs no join. */
  readonly selected?: string
  readonly table: string
  readonly column: string
  /** Alias of the table that `sql` needs joined; `null` for the listed one. */
  readonly join: string | null
  readonly consume?: (raw: unknown) => unknown
}

/** What a database answers for a row, or what is made of it. */
export type RawRow = Record<string, unknown>

interface Member {
  readonly name: string
  readonly consume: PlannedColumn['consume']
}

/** MySQL cuts what `group_concat` gathers at 1,024 bytes. */
const GATHER: Record<Dialect, (column: string) => string> = {
  postgres: (column) => `string_agg(${column}::text, ',')`,
  mysql: (column) => `json_arrayagg(${column})`,
  sqlite: (column) => `group_concat(${column})`,
}

/** The unchanging parts of a listing's statements on one kind of database. */
export class ListingPlan {
  readonly columns = new Map<string, PlannedColumn>()
  readonly key: PlannedColumn
  /** The listed member that holds the primary key. */
  readonly keyName: string
  readonly select: string
  readonly #joins = new Map<string, string>()
  readonly #members: readonly Member[]
  /** A row with every member: filling a copy of it is cheaper than to add one after the other. */
  readonly #blank: RawRow

  constructor(
    readonly model: LucidModel,
    columns: Record<string, ListColumn>,
    readonly dialect: Dialect
  ) {
    model.boot()
    const selected = Object.entries(columns).map(([name, column]) => this.#plan(name, column))
    this.key = this.#own(model.primaryKey)
    this.keyName = this.#keyName()
    this.#members = [...this.columns].map(([name, { consume }]) => ({ name, consume }))
    this.#blank = Object.fromEntries([...this.columns.keys()].map((name) => [name, null]))
    this.select = `select ${selected.join(', ')}`
  }

  /** A row as it is listed: the declared members alone, converted. */
  listed(raw: RawRow): RawRow {
    const row = { ...this.#blank }
    for (const { name, consume } of this.#members)
      row[name] = consume ? consume(raw[name]) : raw[name]
    return row
  }

  /** `from` with the joins that a statement's conditions and order need. */
  from(aliases: Iterable<string>): string {
    const joins = [...new Set(aliases)].map((alias) => this.#joins.get(alias)!)
    return [`from ${quote(this.model.table, this.dialect)}`, ...joins].join(' ')
  }

  /** @param joins collects the aliases that the conditions need */
  context(joins: Set<string>): FilterContext {
    return {
      dialect: this.dialect,
      column: (name) => {
        const column = this.columns.get(name) ?? this.#own(name)
        if (column.join) joins.add(column.join)
        return column.sql
      },
    }
  }

  #keyName(): string {
    const listed = [...this.columns].find(([, column]) => column.sql === this.key.sql)
    if (listed) return listed[0]
    throw new E_LISTING(
      `A list of "${this.model.name}" must have its primary key among its columns`
    )
  }

  #plan(name: string, column: ListColumn): string {
    const planned = { ...this.#resolve(column), consume: column.consume }
    this.columns.set(name, planned)
    const cast = column.asText && this.dialect === 'postgres' ? '::text' : ''
    return `${planned.selected ?? planned.sql}${cast} as ${quote(name, this.dialect)}`
  }

  #resolve({ attribute, label, linked }: ListColumn): PlannedColumn {
    if (linked) return this.#gathered(attribute, linked)
    return label ? this.#join(attribute, label) : this.#own(attribute)
  }

  #gathered(attribute: string, { table, from, to }: LinkSource): PlannedColumn {
    const [pairs, other] = [quote(table, this.dialect), columnOf(table, to, this.dialect)]
    const belongs = `${columnOf(table, from, this.dialect)} = ${this.#own(attribute).sql}`
    const sql = `(select ${GATHER[this.dialect](other)} from ${pairs} where ${belongs})`
    return { sql, table, column: to, join: null }
  }

  #own(attribute: string): PlannedColumn {
    const column = columnFor(this.model, attribute)
    return this.#planned(this.model.table, this.model.table, column, null)
  }

  /** Selected row by row, which PostgreSQL plans in a third of the time of a join; joined where it decides. */
  #join(attribute: string, { model, via }: LabelSource): PlannedColumn {
    const other = model()
    assertLabel(other, attribute)
    const key = this.#own(via)
    const alias = `${key.column}_label`
    const table = `${quote(other.table, this.dialect)} as ${quote(alias, this.dialect)}`
    const on = `${columnOf(alias, columnFor(other, other.primaryKey), this.dialect)} = ${key.sql}`
    this.#joins.set(alias, `left join ${table} on ${on}`)
    const planned = this.#planned(other.table, alias, columnFor(other, attribute), alias)
    return { ...planned, selected: `(select ${planned.sql} from ${table} where ${on})` }
  }

  #planned(table: string, qualifier: string, column: string, join: string | null): PlannedColumn {
    return { sql: columnOf(qualifier, column, this.dialect), table, column, join }
  }
}
