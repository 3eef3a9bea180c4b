import type { FieldSpec, ModuleSpec } from '../plan/module_spec.js'
import { describedPage } from './described_page.js'
import { assertNames } from './assert_names.js'
import {
  attributeCode,
  columnLine,
  columnOption,
  hasColumn,
  isNullable,
  isReference,
} from './column_code.js'
import { literal } from './encoders.js'
import { defaultSortOf, filterCode, memberCodes, sortsOf } from './listing_code.js'
import { importView, lineFile } from './import_code.js'
import { lineTable } from './line_table.js'
import { importOf, manifestOf } from './literals.js'
import { referenceCode, requiredPlugins } from './reference_code.js'
import { isGiven, ruleCode } from './rule_code.js'
import { FOLDED_LINE, foldedFields, searchedFields } from './searched_fields.js'
import { badValues, changedValue, goodValue, toldApart } from './value_code.js'

/** What templates are given: the names of the module, and pieces of code by where they go. */
export type View = Readonly<Record<string, unknown>>

/** Members of a page that its template writes by itself. */
const HEAD = ['name', 'title', 'resource']

/** A pure function of the plan: the same plan, the same view. */
export function viewOf(spec: ModuleSpec): View {
  assertNames(spec)
  return {
    m: spec.names,
    spec,
    constant: spec.names.snake.toUpperCase(),
    permissionCode: `${spec.area}:${spec.names.kebab}`,
    jsonLimits: jsonLimits(spec),
    many: spec.fields.filter(({ type }) => type === 'manyToMany'),
    lines: spec.fields.filter(({ type }) => type === 'hasMany'),
    enums: spec.fields
      .flatMap((field) => [field, ...field.lines])
      .filter(({ type }) => type === 'enum'),
    tree: spec.fields.find(({ type }) => type === 'tree') ?? null,
    collections: spec.fields.filter((field) => !hasColumn(field)),
    literal,
    ...pageView(spec),
    ...plugins(spec),
    ...modelView(spec),
    ...answerView(spec),
    ...bodyView(spec),
    ...testView(spec),
    references: spec.fields.flatMap((field) => referenceCode(field, spec)),
    ...importView(spec, importPieces(spec)),
  }
}

/** Of bodies that can be larger than usual: lines have many names, several long texts many bytes. */
function jsonLimits({ fields }: ModuleSpec): string | null {
  const hasLines = fields.some(({ type }) => type === 'hasMany')
  const texts = fields.filter(({ type }) => type === 'text').length
  if (hasLines) return '{ bytes: 1024 * 1024, names: 10_000 }'
  return texts > 1 ? '{ bytes: 1024 * 1024 }' : null
}

function importPieces(spec: ModuleSpec) {
  const { columnImports, filterImports, hiddenMembers } = answerView(spec)
  return { columnImports, filterImports, hidden: hiddenMembers.length > 0 }
}

function pageView(spec: ModuleSpec) {
  const page = describedPage(spec)
  const members = Object.entries(page).map(([name, value]) => ({ name, value }))
  return { page, pageMembers: members.filter(({ name, value }) => value && !HEAD.includes(name)) }
}

function plugins(spec: ModuleSpec) {
  const required = requiredPlugins(spec)
  return {
    requires: required.map(({ variable }) => variable).join(', '),
    requiredImports: required
      .map(({ variable, plugin }) => `import ${variable} from '${manifestOf(plugin)}'`)
      .join('\n'),
  }
}

function modelView(spec: ModuleSpec) {
  const columns = spec.fields.filter(hasColumn)
  const types = new Set(columns.map(({ type }) => type))
  const hasMoments = spec.timestamps || spec.softDelete || types.has('datetime')
  const folded = foldedFields(spec).map(({ attribute }) => literal(attribute))
  return {
    folded: folded.join(', '),
    columnLines: [
      ...columns.map((field) => columnLine(field, spec)),
      ...(folded.length > 0 ? [FOLDED_LINE] : []),
    ],
    uniqueLines: spec.uniqueSets.map(
      (set) => `table.unique([${set.map(({ column }) => literal(column)).join(', ')}])`
    ),
    attributes: columns.map(attributeCode),
    databaseImports: importOf(
      [
        ...(types.has('decimal') ? ['decimalColumn'] : []),
        ...(types.has('json') ? ['jsonColumn'] : []),
        ...(hasMoments ? ['instant'] : []),
        ...(folded.length > 0 ? ['searchText'] : []),
      ],
      '#kernel/database/main'
    ),
    hasMoments,
    lineModels: spec.fields
      .filter(({ type }) => type === 'hasMany')
      .map((field) => lineView(field, spec)),
  }
}

function lineView(field: FieldSpec, spec: ModuleSpec) {
  const { names } = spec
  const types = new Set(field.lines.map(({ type }) => type))
  const pascal = `${names.pascal}${field.name[0]!.toUpperCase()}${field.name.slice(1).replace(/s$/, '')}`
  return {
    field,
    pascal,
    file: lineFile(names.snake, field.name),
    table: lineTable(spec, field),
    ownerKey: columnOption(`${names.camel}Id`, `${names.snake}_id`),
    columnLines: field.lines.map((line) => columnLine(line, {} as ModuleSpec)),
    attributes: field.lines.map(attributeCode),
    enums: field.lines.filter(({ type }) => type === 'enum'),
    hasMoments: types.has('datetime'),
    databaseImports: importOf(
      [
        ...(types.has('decimal') ? ['decimalColumn'] : []),
        ...(types.has('datetime') ? ['instant'] : []),
      ],
      '#kernel/database/main'
    ),
    members: field.lines.map(
      (line) => memberCodes({ ...line, listed: true }, {} as ModuleSpec)[0]!
    ),
    answer: field.lines.map(
      (line) =>
        `${line.attribute}: line.${line.attribute}${line.type === 'datetime' ? (isNullable(line) ? '?.toISO() ?? null' : '.toISO()!') : ''}`
    ),
  }
}

function answerView(spec: ModuleSpec) {
  const all = spec.fields.flatMap((field) => memberCodes(field, spec))
  const stamps = spec.timestamps ? ['createdAt', 'updatedAt'] : []
  const labels = all.filter(({ column }) => column !== null)
  const filters = spec.fields
    .filter(({ listed }) => listed)
    .map(filterCode)
    .filter((code) => code !== null)
  const searched = searchedFields(spec).map(({ attribute }) => attribute)
  const search = foldedFields(spec).length > 0 ? 'inSearchText' : 'anyContains'
  return {
    members: all,
    listedMembers: all.filter(({ listed }) => listed),
    hiddenMembers: all.filter(({ listed }) => !listed),
    stamps,
    labels,
    listedLabels: labels.filter(({ listed }) => listed),
    columnImports: labels.length > 0 ? ['label'] : [],
    filterEntries: filters.flatMap(({ entries }) => entries),
    filterImports: [
      ...new Set([
        ...filters.flatMap((code) => code.filters),
        ...(searched.length > 0 ? [search] : []),
        ...(spec.timestamps ? ['between'] : []),
        ...(spec.softDelete ? ['isEmpty'] : []),
      ]),
    ].sort(),
    searched,
    sorts: sortsOf(spec),
    defaultSort: defaultSortOf(spec),
  }
}

function bodyView(spec: ModuleSpec) {
  const rules = spec.fields.map(ruleCode)
  return {
    rules: rules.flatMap(({ base }) => (base === null ? [] : [base])),
    createMembers: rules.map(({ create }) => create),
    updateMembers: rules.map(({ update }) => update),
  }
}

function testView(spec: ModuleSpec) {
  const change = spec.fields
    .map((field) => ({ field, value: changedValue(field) }))
    .find(({ value }) => value !== null)
  const plain = spec.fields.filter((field) => !isReference(field) && field.type !== 'manyToMany')
  const compared = plain.filter(({ type }) => type !== 'hasMany')
  return {
    values: plain.map((field) => `${field.attribute}: ${goodValue(toldApart(field, spec))}`),
    comparedNames: compared.map(({ attribute }) => attribute),
    change: change ? { name: change.field.attribute, value: change.value } : null,
    badValues: spec.fields.flatMap((field) =>
      badValues(field).map((bad) => ({ ...bad, name: field.attribute }))
    ),
    requiredNames: spec.fields.filter(isGiven).map(({ attribute }) => attribute),
    uniqueField: spec.fields.find(({ unique, type }) => unique && type !== 'boolean') ?? null,
    sought: foldedFields(spec).length > 0 ? 'Søught 100%' : 'Sought 100%',
    searchField:
      spec.fields.find(
        ({ searchable, type, length }) => searchable && type === 'string' && length >= 20
      ) ?? null,
  }
}
