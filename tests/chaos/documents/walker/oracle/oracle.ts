/**
 * What must be so when a walk is over, all is mended, everybody has left and the sweep has run.
 *
 * - **Nothing is lost.** Every change that anybody made is in a version. What was acknowledged to the document server
 *   is whole in one version. Two cases are excused. A page that was given its key before that key was used up, opened
 *   it again five minutes later, and whose document server then ended before it saved. Nobody is given that key again.
 *   And what the document server deletes by itself, while two saves of one key are under way: it empties the
 *   session when the older one arrives, or keeps the older one in place of the newer where both are lost.
 *   What it loses with its whole storage is lost; whoever wrote it has a notice that it may not have arrived.
 * - **What is present grows.** A version that becomes present holds every change of the one that was present before,
 *   unless a version that somebody restored lies between them: a restored version leaves out what came after it on
 *   purpose, and what goes on from there does, too.
 * - **Beside means told.** A save may also lie beside the present version. Then everybody whose changes are in it, and
 *   not in the present version, has a notice with the document's title and the version's number. A save of the
 *   document's own session does not lie beside while the document can be changed.
 * - **Written badly means kept and told.** A file of which the document server has said that something may be missing in it
 *   is kept with the log and never present; everybody whose changes are in it, and in no version, is told. A save that goes on
 *   from it lies beside. Where that was never heard, it is as with any other lost save.
 * - **Taken back means told.** What somebody took back may stay present, where it had been saved and the session was
 *   closed without changes. Then they have a notice with the document's title and the number of a version that holds it.
 * - **Forms.** A submitted form is kept beside, once, of whoever submitted it; it is never present, and nothing is restored
 *   from it. What is in it alone is lost: it is no state of the document.
 * - **Authors.** A version is put down to whoever changed last in its session; to nobody only where nobody was heard of.
 * - **Bases.** What the history names as the version before, with the changes that it names, makes the version.
 * - **Counts.** The same work of a session is one version.
 * - **Reviews.** What is under review or approved is what was submitted, and stays it.
 * - **Trash.** What lies in the trash stays what it was.
 * - **Endings.** Nobody is sent out of a session, and nothing unsaved is cut off, by a restoring, a submission or a
 *   deletion that did not ask for it; and where nobody is, none of them is refused.
 * - **Sent out.** Whoever is disabled, or has the document taken back, is not in its session any more.
 * - **Without the right.** What somebody wrote who came back once the right was lost lies beside, unless in one save with
 *   what was written with the right; they and the owner are told.
 * - **Answers.** No 5xx but 503, and that only while something is broken; nobody waits for long.
 */
import type { History } from '../history/history.js'
import { gather, shown } from './evidence.js'
import { answersRight } from './rules/answers_right.js'
import { approvedStays } from './rules/approved_stays.js'
import { authorsRight } from './rules/authors_right.js'
import { authorsTold } from './rules/authors_told.js'
import { basesRight } from './rules/bases_right.js'
import { countsRight } from './rules/counts_right.js'
import { formsRight } from './rules/forms_right.js'
import { nothingLost } from './rules/nothing_lost.js'
import { placedRight } from './rules/placed_right.js'
import { presentGrows } from './rules/present_grows.js'
import { remainsRight } from './rules/remains_right.js'
import { sentOut } from './rules/sent_out.js'
import { takenBackTold } from './rules/taken_back_told.js'
import { trashStays } from './rules/trash_stays.js'
import { unpermittedBeside } from './rules/unpermitted_beside.js'

const OF_THE_END = [
  ...[nothingLost, presentGrows, authorsTold, authorsRight, countsRight],
  takenBackTold,
  formsRight,
  remainsRight,
  unpermittedBeside,
] as const

/** After each step. */
export function judgeStep(history: History): void {
  for (const rule of [answersRight, placedRight, sentOut, approvedStays, trashStays])
    for (const complaint of rule(history)) history.complain(complaint)
}

/** After the walk, brought to rest. */
export async function judgeWalk(history: History): Promise<void> {
  const evidence = await gather(history)
  const complaints = OF_THE_END.flatMap((rule) => [...rule(evidence)])
  for await (const complaint of basesRight(evidence)) complaints.push(complaint)
  if (complaints.length > 0) for (const line of shown(evidence)) history.say(line)
  for (const complaint of complaints) history.complain(complaint)
  judgeStep(history)
}
