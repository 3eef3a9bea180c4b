import type { FieldFault } from '#kernel/errors/main'
import { say } from '#kernel/languages/main'
import { claimFaults, type Claims } from './claim_checks.js'
import { fieldFaults } from './field_checks.js'
import { COLLECTIONS } from './field_types.js'
import { snakeOf } from './names.js'
import type { FieldPlan } from './field_schema.js'
import type { ModulePlan } from './plan_schema.js'
import { fault, shapeFaults } from './plan_shape_check.js'
import { reservedModule } from './reserved_words.js'
import { attributeOf, type Targets } from './resolve_plan.js'

export interface PlanCheck {
  faults: FieldFault[]
  warnings: string[]
}

/** What a plan is checked against besides itself. */
export interface PlanSurroundings {
  targets: Targets
  /** Whether files can be kept. */
  files: boolean
  /** What belongs to plugins that are mounted. */
  claims: Claims
}

/** Says what is wrong with a document as a plan, naming the field and the remedy; nothing wrong, no faults. */
export function checkPlan(document: unknown, surroundings: PlanSurroundings): PlanCheck {
  const shape = shapeFaults(document)
  if (shape.length > 0) return { faults: shape, warnings: [] }

  const plan = document as ModulePlan
  const faults = [
    ...moduleFaults(plan),
    ...claimFaults(plan, surroundings.claims, surroundings.targets),
    ...plan.fields.flatMap((field, index) =>
      fieldFaults(field, `fields.${index}`, surroundings.targets)
    ),
    ...togetherFaults(plan),
    ...uniqueFaults(plan),
    ...sampleFaults(plan),
    ...(surroundings.files ? [] : fileFaults(plan)),
  ]
  return { faults, warnings: warningsOf(plan) }
}

function moduleFaults({ name, table }: ModulePlan): FieldFault[] {
  const reason = reservedModule(name)
  if (reason)
    return [
      fault(
        'name',
        'reserved',
        say`"${name}" is ${reason}; choose a longer name, such as "${name}-entry"`
      ),
    ]
  if (table?.existing && table.name !== table.name.trim())
    return [fault('table.name', 'name', 'The table’s name has blanks around it')]
  return []
}

function togetherFaults({ fields }: ModulePlan): FieldFault[] {
  const seen = new Map<string, string>()
  const trees = fields.filter(({ type }) => type === 'tree')
  const twice = fields.flatMap((field, index) => {
    return namesTakenBy(field).flatMap((taken) => {
      const other = seen.get(taken)
      seen.set(taken, field.name)
      if (other === undefined) return []
      return [
        fault(
          `fields.${index}.name`,
          'distinct',
          say`Field "${field.name}" collides with "${other}"; rename one`
        ),
      ]
    })
  })
  if (trees.length > 1)
    twice.push(
      fault('fields', 'tree', say`There are ${trees.length} fields of type tree; keep one`)
    )
  if (fields.every(({ type }) => COLLECTIONS.includes(type)))
    twice.push(
      fault('fields', 'required', 'No field has a value of its own; add one, such as title:string')
    )
  return twice
}

/** Names that a field takes in answers, filters and columns. */
function namesTakenBy(field: FieldPlan): string[] {
  const attribute = attributeOf(field)
  if (COLLECTIONS.includes(field.type)) return [...new Set([attribute, field.name])]
  const column = `column ${(field.column ?? snakeOf(attribute)).toLowerCase()}`
  if (attribute === field.name) return [field.name, column]
  return [attribute, `${field.name}Name`, column]
}

function uniqueFaults({ unique = [], fields }: ModulePlan): FieldFault[] {
  return unique.flatMap((set, index) =>
    set.flatMap((name) => {
      const field = fields.find((one) => one.name === name || attributeOf(one) === name)
      if (!field)
        return [
          fault(
            `unique.${index}`,
            'exists',
            say`A unique set names "${name}", which is no field; mend it`
          ),
        ]
      if ([...COLLECTIONS, 'text', 'json'].includes(field.type))
        return [
          fault(
            `unique.${index}`,
            'type',
            say`A ${field.type} such as "${name}" cannot be unique; leave it out`
          ),
        ]
      return []
    })
  )
}

function sampleFaults({ samples = [], fields }: ModulePlan): FieldFault[] {
  return samples.flatMap((sample, index) => {
    const unknown = Object.keys(sample).find((name) => !fields.some((field) => field.name === name))
    if (unknown !== undefined)
      return [
        fault(
          `samples.${index}`,
          'exists',
          say`A sample row names "${unknown}", which is no field; remove it`
        ),
      ]
    const missing = fields.find(
      ({ name, required, default: usual }) => required && usual === undefined && !(name in sample)
    )
    return missing
      ? [
          fault(
            `samples.${index}`,
            'required',
            say`A sample row lacks "${missing.name}", which is required; add it`
          ),
        ]
      : []
  })
}

function fileFaults({ fields }: ModulePlan): FieldFault[] {
  return fields.flatMap((field, index) =>
    field.type === 'file'
      ? [
          fault(
            `fields.${index}.type`,
            'file',
            say`Field "${field.name}" is a file, and the plugin "files" is not mounted; list it in config/plugins.ts`
          ),
        ]
      : []
  )
}

function warningsOf(plan: ModulePlan): string[] {
  const { fields, softDelete } = plan
  const warnings: string[] = []
  if (softDelete && (plan.unique?.length || fields.some(({ unique }) => unique)))
    warnings.push('Deleted rows stay in the table, so their unique values stay taken')
  if (fields.some(({ type, required }) => type === 'tree' && required))
    warnings.push('A required parent leaves no way to make the first row; it is taken as optional')
  if (!fields.some(({ searchable }) => searchable))
    warnings.push('No field is searchable, so the list has no keyword filter')
  return warnings
}
