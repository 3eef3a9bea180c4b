import { defineError } from '#kernel/errors/main'

export const E_PLAN_INVALID = defineError(422, 'E_PLAN_INVALID', 'The plan has faults; see errors')
export const E_PLAN_UNREVIEWED = defineError(
  409,
  'E_PLAN_UNREVIEWED',
  'A language model drafted this plan; look at what it becomes with POST preview, and repeat with the "digest" of that as "reviewed"'
)
export const E_FIELD_LINES = defineError(
  422,
  'E_FIELD_LINES',
  'The field lines could not be read; see errors'
)
export const E_AI_NOT_CONFIGURED = defineError(
  400,
  'E_AI_NOT_CONFIGURED',
  'No language model is configured. Set AI_BASE_URL (and AI_MODEL, AI_API_KEY), or draft without one: {"table":"…"} from an existing table, or {"fields":"title:string:required …"} from field lines'
)
export const E_AI_FAILED = defineError(
  400,
  'E_AI_FAILED',
  'The language model gave no usable plan; say it differently, or draft from a table or from field lines'
)
export const E_TABLE_UNFIT = defineError(
  400,
  'E_TABLE_UNFIT',
  'No module can be drafted from this table'
)
export const E_MODULE_EXISTS = defineError(
  409,
  'E_MODULE_EXISTS',
  'There is a module of this name already; choose another name, or regenerate it'
)
export const E_GENERATOR_BUSY = defineError(
  409,
  'E_GENERATOR_BUSY',
  'Another module is being written right now; try again when it is done'
)
export const E_NOT_VERIFIED = defineError(
  400,
  'E_NOT_VERIFIED',
  'The module did not pass its checks, and nothing was written; see errors'
)
export const E_MERGE_CONFLICT = defineError(
  409,
  'E_MERGE_CONFLICT',
  'Edits of yours and the new rendering meet in the same lines, and nothing was written; see errors, or repeat with conflicts "mark"'
)
export const E_COLUMN_LOSS = defineError(
  409,
  'E_COLUMN_LOSS',
  'The new plan drops columns that hold data; repeat with "confirm": true to drop them'
)
export const E_ROWS_UNFIT = defineError(
  400,
  'E_ROWS_UNFIT',
  'Rows that are there do not fit the new plan, and nothing was written; see errors'
)
export const E_DRIFT = defineError(
  409,
  'E_DRIFT',
  'Files were changed since they were generated, and nothing was undone; repeat with force to discard the changes'
)
export const E_TABLE_HAS_ROWS = defineError(
  409,
  'E_TABLE_HAS_ROWS',
  'The table has rows, and a table with rows is never dropped; delete or move them first'
)
export const E_IN_USE = defineError(
  409,
  'E_IN_USE',
  'Another module refers to this one; undo that one first'
)
export const E_NO_SOURCES = defineError(
  400,
  'E_NO_SOURCES',
  'This service runs from a build, where there are no sources to write to; download the module instead'
)
