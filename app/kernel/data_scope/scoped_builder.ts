import { ModelQueryBuilder } from '@adonisjs/lucid/orm'
import type { LucidModel } from '@adonisjs/lucid/types/model'
import { currentActing } from '#kernel/acting/main'
import { E_SCOPE_OUT_OF_SIGHT } from './errors.js'
import { assertOwnershipUntouched } from './ownership.js'
import { dialectOf } from '#kernel/database/main'
import { predicateFor, type Predicate } from './predicate.js'
import { scopeOfTable, tableScopeOf, type TableScope } from './scope_registry.js'

interface WhereNode {
  method: string
  args: unknown[]
}

interface KnexBuilder {
  [method: string]: (...args: any[]) => any
}

/** What is used of Lucid's builder from within: pinned by tests/unit/data_scope/seams.spec.ts. */
interface Internals {
  model: LucidModel
  client: { dialect: { name: string } }
  isChildQuery: boolean
  isWholeQuery?: boolean
  selfJoinAlias?: string
  whereStack: WhereNode[][]
  knexQuery: KnexBuilder & { _single: { table?: unknown } }
}

type Method = (this: Internals, ...args: any[]) => unknown

/** Methods that, given one function, group conditions; everywhere else a function makes a query of its own. */
const GROUPING = ['where', 'orWhere', 'whereNot', 'orWhereNot', 'having', 'orHaving']
const prototype = ModelQueryBuilder.prototype as unknown as Record<string, Method>

/** Statements whose tables have had their scope applied, for queries that read from them. */
const settled = new WeakSet<object>()
const groupings = new WeakSet<object>()

/**
 * Puts the scope into every statement at the one place where Lucid turns conditions into SQL, whatever the verb:
 * reads, writes, aggregates, sub-queries of relations, and what is handed to knex.
 */
export function scopeEveryStatement(): void {
  const applyWhere = prototype.applyWhere!
  const transformCallback = prototype.transformCallback!

  for (const method of GROUPING) markGroups(method)

  prototype.transformCallback = function (value) {
    if (typeof value !== 'function' || groupings.has(value))
      return transformCallback.call(this, value)
    return transformCallback.call(this, (query: Internals) => {
      query.isWholeQuery = true
      return value(query)
    })
  }

  prototype.applyWhere = function () {
    if (this.isChildQuery && !this.isWholeQuery) return applyWhere.call(this)
    const scope = scopeOfStatement(this)
    settled.add(this.knexQuery)
    if (!scope) return applyWhere.call(this)
    writeConditions(this, scope.conditions)
  }
}

function markGroups(name: string): void {
  const original = prototype[name]!
  prototype[name] = function (key, ...rest) {
    if (typeof key !== 'function' || rest.some((value) => value !== undefined)) {
      return original.call(this, key, ...rest)
    }
    const group = (query: Internals) => key(query)
    groupings.add(group)
    return original.call(this, group)
  }
}

/** `null` where the rows of the statement's table are not limited. */
function scopeOfStatement(query: Internals): { conditions: Predicate | null } | null {
  const own = tableScopeOf(query.model)
  const source = sourceOf(query)
  if (source === 'settled') return null
  if (source === null) return own ? outOfSight(query.model) : null

  const scope =
    source.table.toLowerCase() === query.model.table.toLowerCase()
      ? own
      : scopeOfTable(source.table)
  return scope ? { conditions: conditionsFor(query, scope, source.alias) } : null
}

function conditionsFor(query: Internals, scope: TableScope, alias: string): Predicate | null {
  const acting = currentActing()
  assertOwnershipUntouched(query.knexQuery, scope, acting)
  return predicateFor(scope, acting, alias, dialectOf(query.client))
}

type Source = { table: string; alias: string } | 'settled' | null

function sourceOf({ knexQuery }: Internals): Source {
  const { table } = knexQuery._single
  if (typeof table === 'string') return namedTable(table)
  if (table && typeof table === 'object') {
    if (settled.has(table)) return 'settled'
    const [[alias, name] = [], ...others] = Object.entries(table)
    if (typeof name === 'string' && others.length === 0)
      return { table: namedTable(name).table, alias: alias! }
  }
  return null
}

function namedTable(text: string): { table: string; alias: string } {
  const [name, alias] = text.trim().split(/\s+(?:as\s+)?/i)
  const table = name!.split('.').at(-1)!
  return { table, alias: alias ?? table }
}

function outOfSight(model: LucidModel): never {
  throw new E_SCOPE_OUT_OF_SIGHT(
    `A query of "${model.name}" reads from something that is not its table, where its scope has no columns; select from a scoped query of the model instead.`
  )
}

/**
 * `(conditions) and scope`. Written from copies: Lucid's own way empties its stacks of conditions as it goes, so a
 * query that is shown and then run would lose some.
 */
function writeConditions({ knexQuery, whereStack }: Internals, scope: Predicate | null): void {
  const groups = whereStack.filter((group) => group.length > 0).map((group) => [...group])
  knexQuery.clearWhere!()
  if (groups.length > 0)
    knexQuery.where!((all: KnexBuilder) => groups.forEach((group) => writeGroup(all, group)))
  if (scope) knexQuery.whereRaw!(scope.sql, scope.bindings)
}

function writeGroup(into: KnexBuilder, [first, ...others]: WhereNode[]): void {
  const joined = first!.method.startsWith('or') ? 'orWhere' : 'where'
  into[joined]!((group: KnexBuilder) => {
    group[first!.method]!(...first!.args)
    for (const { method, args } of others) group[method]!(...args)
  })
}
