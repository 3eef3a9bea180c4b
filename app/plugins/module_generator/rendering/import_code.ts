import type { FieldSpec, ModuleSpec } from '../plan/module_spec.js'
import { snakeOf } from '../plan/names.js'
import { isReference } from './column_code.js'
import { filterCode, labelSource } from './listing_code.js'
import { importOf } from './literals.js'
import { hasDictionary, referenceCode } from './reference_code.js'
import { ruleImports } from './rule_code.js'
import { goodValue, toldApart } from './value_code.js'

/** Whole import lines, and lists of names, of every file that a module consists of. */
export function importView(
  spec: ModuleSpec,
  pieces: { columnImports: string[]; filterImports: string[]; hidden: boolean }
) {
  const { fields } = spec
  const collections = fields.filter(({ type }) => type === 'hasMany' || type === 'manyToMany')
  return {
    manyImports: targetImports(fields.filter(({ type }) => type === 'manyToMany')),
    modelEnums: fields.filter(({ type }) => type === 'enum'),
    enumImports: enumImports(spec),
    listingImports: importOf(
      ['defineListing', ...pieces.columnImports, ...pieces.filterImports],
      '#kernel/listing/main'
    ),
    rowImports: rowImports(spec),
    labelImports: labelImports(spec),
    ...shapeNames(spec, collections.length > 0, pieces.hidden),
    ...validatorImports(spec),
    present: spec.softDelete ? 'present()' : 'query()',
    collectionNames: collections.map(({ attribute }) => attribute).join(', '),
    changedNames: [
      ...collections.map(({ attribute }) => attribute),
      ...(spec.timestamps ? ['updatedAt'] : []),
    ]
      .map((name) => `${name}, `)
      .join(''),
    ...referenceImports(spec),
    ...factoryView(spec),
    samples: samplesOf(spec),
  }
}

function targetImports(fields: readonly FieldSpec[]): string[] {
  const lines = fields.map(({ target }) =>
    importOf([target!.model], `#plugins/${target!.plugin}/main`)
  )
  return [...new Set(lines)]
}

/** The values of enums, which the model or the lines' model declares. */
function enumImports({ names, fields }: ModuleSpec): string[] {
  const own = fields.filter(({ type }) => type === 'enum').map(({ name }) => `${name}Values`)
  const lines = fields.map(({ name, lines: parts }) => {
    const values = parts.filter(({ type }) => type === 'enum').map((line) => `${line.name}Values`)
    return importOf(values, `../models/${lineFile(names.snake, name)}.js`)
  })
  return [importOf(own, `../models/${names.snake}.js`), ...lines].filter((line) => line !== '')
}

export function lineFile(snake: string, field: string): string {
  return `${snake}_${snakeOf(field).replace(/s$/, '')}`
}

function labelImports(spec: ModuleSpec): string[] {
  const labels = spec.fields.flatMap((field) => {
    const label = labelSource(field, spec)
    if (!label || field.type === 'tree') return []
    return [{ plugin: field.target?.plugin ?? 'identity', model: label.model }]
  })
  const byPlugin = Map.groupBy(labels, ({ plugin }) => plugin)
  return [...byPlugin].map(([plugin, some]) =>
    importOf(
      some.map(({ model }) => model),
      `#plugins/${plugin}/main`
    )
  )
}

function shapeNames({ names }: ModuleSpec, collections: boolean, hidden: boolean) {
  const row = `${names.camel}Row`
  const detailShape = collections ? `${names.camel}Columns` : `${names.camel}Shape`
  return { shapeNames: (hidden ? [detailShape, row].sort() : [row]).join(', '), detailShape }
}

function validatorImports(spec: ModuleSpec) {
  const filters = spec.fields
    .filter(({ listed }) => listed)
    .map(filterCode)
    .filter((code) => code !== null)
  const searched = spec.fields.some(({ searchable }) => searchable)
  const stamped = spec.timestamps
  return {
    dictionaryImport: spec.fields.some(hasDictionary)
      ? importOf(['inDictionary'], '#plugins/settings/main')
      : '',
    contractImports: importOf(
      [
        ...['idsParameter', 'listQuery'],
        ...spec.fields.flatMap(ruleImports),
        ...filters.flatMap(({ parameterNames }) => parameterNames),
        ...(searched ? ['keywordParameter'] : []),
        ...(stamped ? ['instantRange', 'seenField'] : []),
      ],
      '#kernel/contracts/main'
    ),
    listParameters: [
      ...(searched ? ['keyword: keywordParameter()'] : []),
      ...filters.flatMap(({ parameters }) => parameters),
      ...(stamped ? ["...instantRange('createdAt')"] : []),
    ],
  }
}

/** What an update does beyond the row itself. */
function rowImports({ fields }: ModuleSpec): string {
  const has = (type: FieldSpec['type']) => fields.some((field) => field.type === type)
  const names = [
    ...(has('hasMany') ? ['writeLines'] : []),
    ...(has('manyToMany') ? ['linkedIds', 'relink'] : []),
    ...(has('tree') ? ['assertTreePlace', 'lockTree'] : []),
  ]
  return importOf(names, '#kernel/rows/main')
}

function referenceImports(spec: ModuleSpec) {
  const references = spec.fields.flatMap((field) => referenceCode(field, spec))
  const byModule = Map.groupBy(references, ({ from }) => from)
  return {
    referenceNames: references.map(({ attribute }) => `'${attribute}'`).join(' | '),
    keptReferences: spec.fields.filter(isReference).map(({ attribute }) => attribute),
    referenceChecks: [...new Set(references.map(({ check }) => check))].sort().join(', '),
    referenceImports: [...byModule]
      .sort(([a], [b]) => Number(a.startsWith('.')) - Number(b.startsWith('.')))
      .map(([from, some]) => {
        const models = some.map(({ model }) => model)
        return from.startsWith('.') ? `import ${models[0]} from '${from}'` : importOf(models, from)
      }),
  }
}

function factoryView(spec: ModuleSpec) {
  const { fields } = spec
  const required = fields.filter(({ required: must, type }) => must && type !== 'tree')
  const referenced = required.flatMap((field) => factoryReference(field))
  const moments = fields.filter(({ type }) => type === 'datetime').map(({ attribute }) => attribute)
  const omitted = fields.filter(({ type }) => type === 'hasMany')
  const lists = required.filter(({ type }) => type === 'manyToMany')
  const hasDictionaries = fields.some(hasDictionary)
  const names = ['Dictionaries', 'WriteDictionary']
  const dictionaries = hasDictionaries ? [importOf(names, '#plugins/settings/main')] : []
  return {
    momentNames: moments,
    factoryOmitted: [
      ...moments.map((name) => `${name}, `),
      ...[...omitted, ...lists].map(({ attribute }) => `${attribute}: _${attribute}, `),
    ].join(''),
    factoryDates:
      moments.length > 0 ||
      fields.some((field) => goodValue(toldApart(field, spec)).includes('DateTime.')),
    fileFields: required.filter(({ type }) => type === 'file'),
    hasDictionaries,
    factoryImports: [...new Set([...dictionaries, ...referenced.map(({ line }) => line)])].sort(),
    requiredReferences: referenced,
  }
}

/** A row to refer to, for a field that must have one. */
function factoryReference({ type, attribute, target }: FieldSpec) {
  switch (type) {
    case 'user':
      return [
        {
          attribute,
          line: importOf(['User'], '#plugins/identity/main'),
          value:
            "await actAsSystem('refer to somebody', async () => (await User.firstOrFail()).id)",
        },
      ]
    case 'department':
      return [
        {
          attribute,
          line: importOf(['Department'], '#plugins/identity/main'),
          value:
            "await actAsSystem('refer to a department', async () => (await Department.create({ name: `Department ${made}`, sort: 0, status: 'enabled' })).id)",
        },
      ]
    case 'file':
      return [
        {
          attribute,
          line: importOf(['FileStore', 'TemporaryFiles'], '#plugins/files/main'),
          value: "await actAsSystem('refer to a file', storedFile)",
        },
      ]
    case 'belongsTo':
    case 'manyToMany': {
      const line = importOf([`make${target!.model}`], `#plugins/${target!.plugin}/main`)
      const id = `(await make${target!.model}()).id`
      return [{ attribute, line, value: type === 'belongsTo' ? id : `[${id}]` }]
    }
    default:
      return []
  }
}

function samplesOf({ samples, fields }: ModuleSpec) {
  return samples.map((sample) =>
    Object.fromEntries(
      Object.entries(sample).map(([name, value]) => [
        fields.find((field) => field.name === name)?.attribute ?? name,
        value,
      ])
    )
  )
}
