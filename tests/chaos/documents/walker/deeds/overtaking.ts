import type { Room } from '../../../../fakes/document_server/room.js'
import type { History } from '../history/history.js'
import type { Deed } from './deed.js'

/** What is asked of a session is answered as it stands, and the answer waits. */
interface HeldAnswer {
  /** Resolves when it was asked. */
  asked: Promise<void>
  release(): void
}

/**
 * Whoever asks the document server how the session stands is answered late: something else happens between the answer
 * and what is done upon it.
 */
export const overtake = (slow: Deed, ...meanwhile: Deed[]): Deed => ({
  name: `${slow.name} while ${meanwhile.map(({ name }) => name).join(', ')}`,
  isCrowd: true,
  can: (history) => history.room !== undefined && history.broken.size === 0 && slow.can(history),
  async act(history) {
    history.isTroubled = true
    const answer = holdAnswer(history.room!)
    history.say('while the document server takes its time to answer:')
    const acting = slow.act(history)
    await Promise.race([answer.asked, acting])
    for (const deed of meanwhile) await actIfStill(deed, history)
    answer.release()
    await acting
  },
})

async function actIfStill(deed: Deed, history: History): Promise<void> {
  await history.look()
  if (deed.can(history)) await deed.act(history)
}

function holdAnswer(room: Room): HeldAnswer {
  const report = room.report.bind(room)
  const [asked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  room.report = async (...question) => {
    room.report = report
    await report(...question)
    asked.resolve()
    await released.promise
  }
  const release = () => {
    room.report = report
    released.resolve()
  }

  return { asked: asked.promise, release }
}
