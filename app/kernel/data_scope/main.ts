/** Whose rows: what a model declares, and the condition that every query gets. */
export { type DataScope, scopedBy, unscoped } from './declaration.js'
export { enforceDataScope } from './enforcement.js'
export { E_LISTING } from './errors.js'
export { type FurtherReach, furtherAdmits } from './further_reach.js'
export { assertModelsDeclared, findModels } from './model_check.js'
export { type Ownership, assignOwnership } from './ownership.js'
export {
  type Predicate,
  amongRows,
  columnOf,
  listPredicateFor,
  oneOfIds,
  predicateFor,
  quote,
} from './predicate.js'
export { type RowOwnership, conditionInWords, rowWithin } from './row_reach.js'
export { type TableScope, scopeOfTable, scopedTables, tableScopeOf } from './scope_registry.js'
