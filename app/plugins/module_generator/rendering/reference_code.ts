import type { FieldSpec, ModuleSpec } from '../plan/module_spec.js'

/** A reference of a body, and how it is checked before it is written. */
export interface ReferenceCode {
  attribute: string
  check: 'assertNamed' | 'assertReached'
  call: string
  model: string
  from: string
}

export function referenceCode(field: FieldSpec, { names }: ModuleSpec): ReferenceCode[] {
  const { attribute, type, target } = field
  const reached = (model: string, from: string): ReferenceCode[] => [
    {
      attribute,
      check: 'assertReached',
      call: `assertReached(${model}, '${attribute}', input.${attribute}, { kept: kept?.${attribute}, client })`,
      model,
      from,
    },
  ]
  const named = (model: string, label: string, from: string): ReferenceCode[] => [
    {
      attribute,
      check: 'assertNamed',
      call: `assertNamed(${model}, '${label}', '${attribute}', input.${attribute}, { kept: kept?.${attribute}, client })`,
      model,
      from,
    },
  ]
  switch (type) {
    case 'user':
      return named('User', 'nickname', '#plugins/identity/main')
    case 'department':
      return named('Department', 'name', '#plugins/identity/main')
    case 'file':
      return reached('StoredFile', '#plugins/files/main')
    case 'tree':
      return reached(names.pascal, `../models/${names.snake}.js`)
    case 'belongsTo':
    case 'manyToMany':
      return reached(target!.model, `#plugins/${target!.plugin}/main`)
    default:
      return []
  }
}

/** The plugins that must be mounted before the module. */
export function requiredPlugins({ fields }: ModuleSpec): { variable: string; plugin: string }[] {
  const identity = { variable: 'identity', plugin: 'identity' }
  const files = fields.some(({ type }) => type === 'file')
    ? [{ variable: 'files', plugin: 'files' }]
    : []
  const settings = fields.some(hasDictionary) ? [{ variable: 'settings', plugin: 'settings' }] : []
  const targets = fields.flatMap(({ target }) =>
    target ? [{ variable: camel(target.plugin), plugin: target.plugin }] : []
  )
  const unique = new Map(
    [identity, ...files, ...settings, ...targets].map((one) => [one.plugin, one])
  )
  return [...unique.values()]
}

/** Whether it, or a field of its lines, takes its values from a dictionary. */
export function hasDictionary({ dictionary, lines }: FieldSpec): boolean {
  return dictionary !== null || lines.some(hasDictionary)
}

function camel(snake: string): string {
  return snake.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
}
