import type { CallbackPayload } from '../editor/callback_payload.js'

export type CallbackKind = 'editing' | 'closed' | 'save' | 'form'

type Told = Pick<CallbackPayload, 'status' | 'forceSaveType' | 'isMailMerge'>

/** As `forcesavetype`: somebody submitted the form. */
const OF_FORM = 3

const KINDS: ReadonlyMap<number, CallbackKind> = new Map([
  [0, 'editing'],
  [1, 'editing'],
  [4, 'closed'],
  ...[2, 3, 6, 7, 26].map((status) => [status, 'save'] as const),
])

const [SAVE, FAILED, FORCED_FAILED, OTHER_SAVE] = [2, 3, 7, 26]

/** What a callback is taken for; `undefined` for what is only logged. A letter of a mail merge is no save of the session. */
export function kindOf({ status, forceSaveType, isMailMerge }: Told): CallbackKind | undefined {
  if (isMailMerge) return undefined
  const kind = KINDS.get(status)
  return kind === 'save' && forceSaveType === OF_FORM ? 'form' : kind
}

/** Whether the session ends with it. Status 26 with a `forcesavetype` is a forced save. */
export function isFinal({ status, forceSaveType }: Told): boolean {
  if (status === OTHER_SAVE) return forceSaveType === undefined
  return status === SAVE || status === FAILED
}

/** Whether the document server says that it could not write the file. */
export function isFailed({ status }: Told): boolean {
  return status === FAILED || status === FORCED_FAILED
}
