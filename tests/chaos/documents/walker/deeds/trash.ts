import type { History } from '../history/history.js'
import type { Deed, Pick } from './deed.js'

export const takeOutOfTrash = (who: Pick): Deed => ({
  name: `take out of the trash ${who}`,
  can: ({ sight }) => sight.isDeleted,
  act: (history) => undelete(history, who),
})

export async function undelete(history: History, who: Pick): Promise<void> {
  const by = history.person(who)
  const answer = await by.call('POST', `/app/document/trash/${history.id}/restore`)
  history.say(`${by.name} takes it out of the trash: ${answer.status} ${answer.reason}`)
}
