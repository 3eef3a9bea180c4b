import type { History } from '../history.js'
import type { Person } from '../stage/person.js'
import { picked, type Deed, type Pick } from './deed.js'

const dropping = (drop: boolean): string => (drop ? '?drop=true' : '')

const isPresent = (history: History): boolean => history.isUp && !history.sight.deletedAt

async function call<T>(
  history: History,
  by: Person,
  what: string,
  [method, path, body]: [method: string, path: string, body?: unknown]
) {
  const answer = await by.call<T>(method, `${history.path}${path}`, body)
  history.say(`${by.name} ${what}: ${answer.status} ${answer.reason}`)
  return answer
}

export const restore = (who: Pick, which: Pick, drop: boolean): Deed => ({
  name: `restore ${who} ${which} ${drop}`,
  can: isPresent,
  async act(history) {
    const no = 1 + (which % history.sight.lastVersionNo)
    const path = `/versions/${no}/restore${dropping(drop)}`
    const by = picked(history.writers, who)!
    await call(history, by, `restores version ${no}${dropping(drop)}`, ['POST', path])
  },
})

export const submit = (who: Pick, drop: boolean): Deed => ({
  name: `submit ${who} ${drop}`,
  can: isPresent,
  async act(history) {
    const by = picked(history.writers, who)!
    const handlerIds = [history.stage.people.han.id]
    const path = `/submit${dropping(drop)}`
    const answer = await call<{ versionNo: number }>(history, by, `submits${dropping(drop)}`, [
      'POST',
      path,
      { handlerIds },
    ])
    if (answer.status === 200) history.submittedNo = answer.data.versionNo
  },
})

const isInReview = (history: History): boolean =>
  isPresent(history) && history.sight.status === 'in_review'

export const review = (decision: 'approve' | 'return'): Deed => ({
  name: decision,
  can: isInReview,
  async act(history) {
    const { han } = history.stage.people
    const isReturned = decision === 'return'
    const answer = await call(history, han, `decides to ${decision}`, [
      'POST',
      '/review',
      { decision },
    ])
    if (answer.status === 200 && isReturned) history.submittedNo = undefined
  },
})

export const withdraw: Deed = {
  name: 'withdraw',
  can: isInReview,
  async act(history) {
    const { ann } = history.stage.people
    const answer = await call(history, ann, 'withdraws the submission', ['DELETE', '/submission'])
    if (answer.status === 200) history.submittedNo = undefined
  },
}

export const remove = (who: Pick, drop: boolean): Deed => ({
  name: `delete ${who} ${drop}`,
  can: isPresent,
  async act(history) {
    const by = picked(history.writers, who)!
    await call(history, by, `deletes it${dropping(drop)}`, ['DELETE', dropping(drop)])
  },
})

export const takeFromTrash: Deed = {
  name: 'take from the trash',
  can: ({ isUp: up, sight }) => up && sight.deletedAt !== null,
  async act(history) {
    const { ann } = history.stage.people
    const answer = await ann.call('POST', `/app/document/trash/${history.id}/restore`)
    history.say(`ann takes it from the trash: ${answer.status} ${answer.reason}`)
  },
}

const turn = (name: 'disable' | 'enable'): Deed => ({
  name,
  can: ({ isUp: up, stage }) => up && stage.people.bob.isDisabled === (name === 'enable'),
  async act(history) {
    history.say(`the administrator ${name}s bob`)
    await history.stage[name](history.stage.people.bob)
    if (name === 'disable') await history.stage.reviewRights()
  },
})

export const disable = turn('disable')
export const enable = turn('enable')

export const unshare: Deed = {
  name: 'unshare',
  can: isPresent,
  async act(history) {
    const { ann, eve } = history.stage.people
    const path = `/shares?subjectType=user&subjectId=${eve.id}`
    await call(history, ann, 'withdraws it from eve', ['DELETE', path])
  },
}

export const share: Deed = {
  name: 'share',
  can: isPresent,
  async act(history) {
    const { ann, eve } = history.stage.people
    const body = { subjectType: 'user', subjectId: eve.id, level: 'edit' }
    await call(history, ann, 'shares it with eve', ['POST', '/shares', body])
  },
}

export const forceByRequest = (who: Pick): Deed => ({
  name: `force by request ${who}`,
  can: isPresent,
  async act(history) {
    const by = picked(history.writers, who)!
    await call(history, by, 'asks for a save', ['POST', '/force-save'])
  },
})
