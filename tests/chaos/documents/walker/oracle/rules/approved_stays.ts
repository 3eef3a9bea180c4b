import type { History } from '../../history/history.js'
import type { Sight } from '../../stage/stage.js'

const JUDGED = ['in_review', 'approved']

/** What is under review, or approved, is what was submitted; and what was approved stays so, and what it is. */
export function* approvedStays({ submittedNo, sight, trail }: History): Generator<string> {
  const { status, versionNo } = sight
  if (submittedNo !== undefined && JUDGED.includes(status) && versionNo !== submittedNo)
    yield `version ${submittedNo} was submitted, and version ${versionNo} is ${status}`

  const approved = trail.find((one) => one.status === 'approved')
  if (approved && !isStill(approved, sight))
    yield `version ${approved.versionNo} was approved, and version ${versionNo} is ${status}`
}

const isStill = (approved: Sight, { status, versionNo, fileId }: Sight): boolean =>
  status === 'approved' && versionNo === approved.versionNo && fileId === approved.fileId
