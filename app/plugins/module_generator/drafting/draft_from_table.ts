import { inject } from '@adonisjs/core'
import { say } from '#kernel/languages/main'
import { CheckModulePlan } from '../actions/check_module_plan.js'
import { E_PLAN_INVALID, E_TABLE_UNFIT } from '../errors.js'
import { fieldOf } from '../introspection/column_field.js'
import type { ColumnDescription, TableDescription } from '../introspection/table_description.js'
import { Tables } from '../introspection/tables.js'
import { MOST_FIELDS } from '../plan/field_types.js'
import type { FieldPlan } from '../plan/field_schema.js'
import { kebabOf, singular, snakeOf } from '../plan/names.js'
import { PLAN_VERSION, type ModulePlan } from '../plan/plan_schema.js'
import { reservedModule } from '../plan/reserved_words.js'
import { isSecret } from '../plan/secret_columns.js'
import { KnownModules } from '../queries/known_modules.js'
import type { Draft } from './draft.js'

const OWNERSHIP = ['owner_id', 'department_id']
/** What a module that is gone left there; nobody writes it any more. */
const FOLDED = 'search_text'
const STAMPS = ['created_at', 'updated_at']

/** Drafts a module over a table that is there: it is neither made nor dropped. */
@inject()
export class DraftFromTable {
  constructor(
    private readonly tables: Tables,
    private readonly plans: CheckModulePlan,
    private readonly known: KnownModules
  ) {}

  /** @throws E_NOT_FOUND, E_TABLE_UNFIT */
  async handle(name: string, moduleName?: string): Promise<Draft> {
    const table = await this.tables.describe(name)
    assertFit(table)
    const has = (columns: string[]) =>
      columns.every((one) => table.columns.some((column) => column.name === one))
    const scoped = has(OWNERSHIP)
    const timestamps = has(STAMPS)
    const targets = await this.known.targets()
    const rest = fieldColumns(table, scoped, timestamps)
    const drafted = rest.slice(0, MOST_FIELDS).map((column) => fieldOf(column, name, targets))
    const fields = drafted.filter(({ field }) => !holdsSecret(field))
    const secret = drafted.filter(({ field }) => holdsSecret(field))

    const plan: ModulePlan = {
      version: PLAN_VERSION,
      name: moduleName ?? moduleNameOf(name),
      ...(table.comment && { description: table.comment.slice(0, 200) }),
      ownership: scoped ? 'scoped' : 'shared',
      softDelete: table.columns.some((column) => column.name === 'deleted_at'),
      table: { name, existing: true, timestamps },
      fields: fields.map(({ field }) => field),
    }
    const check = await this.plans.check(plan)
    if (check.faults.length > 0) throw new E_PLAN_INVALID(undefined, { errors: check.faults })
    return {
      plan,
      warnings: [
        ...fields.flatMap(({ warnings }) => warnings),
        ...secret.map(({ field }) => secretWarning(field)),
        ...tableWarnings(rest, scoped),
        ...check.warnings,
      ],
    }
  }
}

function assertFit({ name, primaryKey }: TableDescription): void {
  if (primaryKey.length === 0)
    throw new E_TABLE_UNFIT(
      say`The table "${name}" has no primary key; add an integer column "id" as one`
    )
  if (primaryKey.length > 1)
    throw new E_TABLE_UNFIT(
      say`The primary key of "${name}" is made of ${primaryKey.join(', ')}; a module needs a single integer column "id"`
    )
  if (primaryKey[0] !== 'id')
    throw new E_TABLE_UNFIT(
      say`The primary key of "${name}" is called "${primaryKey[0]}"; a module needs it to be "id"`
    )
}

function fieldColumns(
  { columns }: TableDescription,
  scoped: boolean,
  timestamps: boolean
): ColumnDescription[] {
  const own = [
    'id',
    'deleted_at',
    FOLDED,
    ...(scoped ? OWNERSHIP : []),
    ...(timestamps ? STAMPS : []),
  ]
  return columns.filter(({ name }) => !own.includes(name))
}

/** What is secret by its name stays in the table. */
function holdsSecret({ name, column, type }: FieldPlan): boolean {
  return isSecret(column ?? snakeOf(name), type)
}

function secretWarning({ name, column }: FieldPlan): string {
  return `Column "${column ?? snakeOf(name)}" holds a secret by its name, and is left out`
}

function tableWarnings(rest: readonly ColumnDescription[], scoped: boolean): string[] {
  return [
    ...(scoped
      ? []
      : ['The table has no owner_id and department_id, so its rows are the same for everybody']),
    ...(rest.length > MOST_FIELDS
      ? [
          `The table has ${rest.length} columns; only the first ${MOST_FIELDS} are fields of the plan`,
        ]
      : []),
  ]
}

function moduleNameOf(table: string): string {
  const words = kebabOf(table).split('-')
  const name = [...words.slice(0, -1), singular(words.at(-1)!)].join('-').slice(0, 40)
  return reservedModule(name) ? `${name}-entry` : name
}
