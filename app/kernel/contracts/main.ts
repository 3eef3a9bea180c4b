/** What goes in and out: shapes of answers, query parameters, lists, fields of bodies. */
export {
  LONGEST_JSON,
  dayField,
  decimalParameter,
  idField,
  idsField,
  jsonField,
  keywordParameter,
  linkField,
  momentField,
  nullableMomentField,
  omissibleMomentField,
  seenField,
} from './body_fields.js'
export { lineField } from './line_field.js'
export {
  type CountMode,
  LARGEST_PAGE,
  type ListQuery,
  type SortKey,
  TABLE_FORMATS,
  type TableFormat,
  exportQuery,
  instantRange,
  listQuery,
  pageParameters,
  parseSort,
} from './list_query.js'
export { normalized } from './normalized.js'
export { DEEPEST, assertPlainValues } from './plain_values.js'
export {
  LARGEST_ID,
  idParameter,
  identifiersIn,
  idsParameter,
  instantParameter,
  integerParameter,
  isIdentifier,
} from './query_parameters.js'
export { shownName } from './shown_name.js'
export { type Shape, type Shaped, pageOf, t } from '#kernel/shapes/main'
