/** On whose behalf code runs, and how far their rows reach. */
export {
  type Acting,
  type ActingOperator,
  type RequestOrigin,
  E_NOBODY_ACTING,
  actAsOperator,
  actAsSystem,
  actingOperator,
  actingReason,
  currentActing,
  currentAbortSignal,
  currentKey,
  currentOperator,
  currentReach,
} from './acting.js'
export type { Operator } from './operator.js'
export {
  type Reach,
  covers,
  everything,
  hasDepartment,
  nothing,
  ownRowsOf,
  unionOf,
} from './reach.js'
