import { guestOf } from '../stage/people.js'
import { awaitAbsence } from './absence.js'
import type { Deed } from './deed.js'

/** Eve reaches nothing by herself, but what is shared with her. */
export const share = (level: 'view' | 'edit'): Deed => ({
  name: `share to ${level}`,
  can: ({ sight }) => !sight.isDeleted,
  async act(history) {
    const eve = guestOf(history.stage.people)
    const body = { subjectType: 'user', subjectId: eve.id, level }
    const answer = await history.person(0).call('POST', `${history.path}/shares`, body)
    history.say(`ann shares it with eve to ${level}: ${answer.status} ${answer.reason}`)
    if (answer.status !== 200) return
    if (level === 'edit') history.ledger.regain(eve)
    history.sharedTo = level
    if (level === 'view') await awaitAbsence(history, eve)
  },
})

/** It ends what she does at once. */
export const unshare = (): Deed => ({
  name: 'unshare',
  can: ({ sight, sharedTo }) => !sight.isDeleted && sharedTo !== undefined,
  async act(history) {
    const eve = guestOf(history.stage.people)
    const path = `${history.path}/shares?subjectType=user&subjectId=${eve.id}`
    const answer = await history.person(0).call('DELETE', path)
    history.say(`ann takes it back from eve: ${answer.status} ${answer.reason}`)
    if (answer.status !== 200) return
    history.sharedTo = undefined
    await awaitAbsence(history, eve)
  },
})
