import type { FieldFault } from '#kernel/errors/main'
import { LEDGER } from '#kernel/plugins/main'
import { say } from '#kernel/languages/main'
import { namesOf, snakeOf } from './names.js'
import type { ModulePlan } from './plan_schema.js'
import { fault } from './plan_shape_check.js'
import { attributeOf, type Targets } from './resolve_plan.js'
import { isSecret } from './secret_columns.js'

/** What is somebody's already, and whose: names of plugins by table, permission code and menu. */
export interface Claims {
  plugins: ReadonlySet<string>
  /** By names in lower case. */
  tables: ReadonlyMap<string, string>
  permissions: ReadonlyMap<string, string>
  menus: ReadonlyMap<string, string>
  /** Menus that roles may have, by the permission they carry; `plugin` is `null` where an administrator made one. */
  carried: ReadonlyMap<string, { menu: string; plugin: string | null }>
}

export const NO_CLAIMS: Claims = {
  plugins: new Set(),
  tables: new Map(),
  permissions: new Map(),
  menus: new Map(),
  carried: new Map(),
}

const VERBS = ['list', 'show', 'create', 'update', 'delete']
/** The database's own, and those of whoever keeps its order. */
const BOOKKEEPING = new RegExp(`^(${LEDGER}|sqlite_|pg_|information_schema)`, 'i')

/**
 * A module is made beside what is there: over no table of a plugin, under no permission or menu that somebody was
 * granted for something else, and without what its table keeps secret.
 */
export function claimFaults(plan: ModulePlan, claims: Claims, targets: Targets): FieldFault[] {
  const { snake } = namesOf(plan.name)
  if (claims.plugins.has(snake) && !targets.has(plan.name))
    return [
      fault('name', 'reserved', say`There is a plugin "${snake}" already; choose another name`),
    ]

  const ownerIn = (claimed: ReadonlyMap<string, string>, key: string) => {
    const owner = claimed.get(key)
    return owner === snake ? undefined : owner
  }
  return [
    ...tableFaults(plan, (table) => ownerIn(claims.tables, table.toLowerCase())),
    ...permissionFaults(plan, (code) => ownerIn(claims.permissions, code)),
    ...(targets.has(plan.name) ? [] : carriedFaults(plan, claims)),
    ...menuFaults(plan, (name) => ownerIn(claims.menus, name)),
    ...secretFaults(plan),
  ]
}

type OwnerOf = (key: string) => string | undefined

function tableFaults(plan: ModulePlan, ownerOf: OwnerOf): FieldFault[] {
  return tablesOf(plan).flatMap(({ place, table }) => {
    const owner = BOOKKEEPING.test(table) ? 'the database itself' : ownerOf(table)
    if (owner === undefined) return []
    const whose = BOOKKEEPING.test(table) ? owner : `the plugin "${owner}"`
    return [fault(place, 'reserved', say`The table "${table}" belongs to ${whose}; choose another`)]
  })
}

/** The tables that a plan is about, and the member that names each. */
function tablesOf({ name, table, fields }: ModulePlan): { place: string; table: string }[] {
  const { snake, pluralSnake } = namesOf(name)
  const own = { place: table ? 'table.name' : 'name', table: table?.name ?? pluralSnake }
  const others = fields.flatMap((field, index) => {
    const place = `fields.${index}.name`
    if (field.type === 'hasMany') return [{ place, table: `${snake}_${snakeOf(field.name)}` }]
    if (field.type !== 'manyToMany') return []
    const column = field.column ?? snakeOf(attributeOf(field))
    return [{ place, table: `${snake}_${column.replace(/_ids$/, 's')}` }]
  })
  return [own, ...others]
}

function permissionFaults(plan: ModulePlan, ownerOf: OwnerOf): FieldFault[] {
  const taken = codesOf(plan).find((code) => ownerOf(code) !== undefined)
  if (taken === undefined) return []
  return [
    fault(
      placeOfCodes(plan),
      'reserved',
      say`The permission "${taken}" belongs to the plugin "${ownerOf(taken)}"; choose another area or name`
    ),
  ]
}

/** Whoever has such a menu would hold the module's permission with it. */
function carriedFaults(plan: ModulePlan, { carried }: Claims): FieldFault[] {
  const { snake } = namesOf(plan.name)
  const taken = codesOf(plan).find((code) => {
    const menu = carried.get(code)
    return menu !== undefined && menu.plugin !== snake
  })
  if (taken === undefined) return []
  return [
    fault(
      placeOfCodes(plan),
      'reserved',
      say`The menu "${carried.get(taken)!.menu}" carries the permission "${taken}", and roles may have it; choose another area or name`
    ),
  ]
}

function codesOf({ name, permissions }: ModulePlan): string[] {
  return VERBS.map((verb) => `${permissions?.area ?? 'app'}:${name}:${verb}`)
}

function placeOfCodes({ permissions }: ModulePlan): string {
  return permissions?.area ? 'permissions.area' : 'name'
}

function menuFaults({ name }: ModulePlan, ownerOf: OwnerOf): FieldFault[] {
  const others = VERBS.map((verb) => `${name}.${verb}`)
  const taken = [name, `${name}-directory`, ...others].find((one) => ownerOf(one) !== undefined)
  if (taken === undefined) return []
  return [
    fault(
      'name',
      'reserved',
      say`The menu "${taken}" belongs to the plugin "${ownerOf(taken)}"; choose another name`
    ),
  ]
}

/** Of a table that was there before; a module's own columns are whatever the module is for. */
function secretFaults({ table, fields }: ModulePlan): FieldFault[] {
  if (!table?.existing) return []
  return fields.flatMap((field, index) => {
    const column = field.column ?? snakeOf(attributeOf(field))
    if (!isSecret(column, field.type)) return []
    return [
      fault(
        `fields.${index}.${field.column ? 'column' : 'name'}`,
        'secret',
        say`Field "${field.name}" shows the column "${column}", which holds a secret by its name; leave it out`
      ),
    ]
  })
}
