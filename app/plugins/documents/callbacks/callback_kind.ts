import type { CallbackPayload } from '../editor/callback_payload.js'

export type CallbackKind =
  'editing' | 'closed' | 'final' | 'failed' | 'forced' | 'forced_failed' | 'form' | 'form_failed'

type Told = Pick<CallbackPayload, 'status' | 'forceSaveType' | 'isMailMerge'>

/** As the type of a forced save: somebody submitted the form. */
const OF_FORM = 3

const KINDS: ReadonlyMap<number, CallbackKind> = new Map([
  [1, 'editing'],
  [2, 'final'],
  [3, 'failed'],
  [4, 'closed'],
  [6, 'forced'],
  [7, 'forced_failed'],
  [26, 'final'],
])

const OF_FORMS: ReadonlyMap<CallbackKind, CallbackKind> = new Map([
  ['forced', 'form'],
  ['forced_failed', 'form_failed'],
])

/** The statuses of what carries work, or says that it could not be written. */
const OF_WORK = [2, 3, 6, 7, 26]

/**
 * What a callback is taken for; `undefined` for what is no more than noted. A letter of a mail merge is no save of the session,
 * though one that could not be written comes as if the last save had failed.
 */
export function kindOf(told: Told): CallbackKind | undefined {
  if (told.isMailMerge) return undefined
  const kind = statusKind(told)
  return told.forceSaveType === OF_FORM ? ofForm(kind) : kind
}

export function isOfWork({ status, isMailMerge }: Told): boolean {
  return !isMailMerge && OF_WORK.includes(status)
}

/** The real server never sends 26; what it means follows from whether it speaks of a forced save. */
function statusKind({ status, forceSaveType }: Told): CallbackKind | undefined {
  return status === 26 && forceSaveType !== undefined ? 'forced' : KINDS.get(status)
}

function ofForm(kind: CallbackKind | undefined): CallbackKind | undefined {
  return kind && (OF_FORMS.get(kind) ?? kind)
}
