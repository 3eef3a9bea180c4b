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
  ...crowd('while', slow, meanwhile),
  act: (history) =>
    actWhile(history, slow, meanwhile, {
      hold: holdAnswer,
      said: 'while the document server takes its time to answer:',
    }),
})

/**
 * What the document server has found is told late: it speaks of before whatever happens in between, of which the word
 * comes first.
 */
export const outrun = (slow: Deed, ...meanwhile: Deed[]): Deed => ({
  ...crowd('outrun by', slow, meanwhile),
  act: (history) =>
    actWhile(history, slow, meanwhile, {
      hold: holdWord,
      said: 'while the word of how the session stood is on its way:',
    }),
})

const crowd = (how: string, slow: Deed, meanwhile: readonly Deed[]) => ({
  name: `${slow.name} ${how} ${meanwhile.map(({ name }) => name).join(', ')}`,
  isCrowd: true,
  can: (history: History) =>
    history.room !== undefined && history.broken.size === 0 && slow.can(history),
})

interface Holding {
  hold(room: Room): HeldAnswer
  said: string
}

async function actWhile(
  history: History,
  slow: Deed,
  meanwhile: readonly Deed[],
  { hold, said }: Holding
): Promise<void> {
  history.isTroubled = true
  const answer = hold(history.room!)
  history.say(said)
  const acting = slow.act(history)
  await Promise.race([answer.asked, acting])
  for (const deed of meanwhile) await actIfStill(deed, history)
  answer.release()
  await acting
}

async function actIfStill(deed: Deed, history: History): Promise<void> {
  await history.look()
  if (deed.can(history)) await deed.act(history)
}

function holdAnswer(room: Room): HeldAnswer {
  return held(room, (report, released) => async (asked, ...question) => {
    await report(...question)
    asked()
    await released
  })
}

function holdWord(room: Room): HeldAnswer {
  return held(room, (_, released) => async (asked, callbackUrl, userdata) => {
    const standing = room.standing(userdata)
    asked()
    await released
    await room.tell(callbackUrl, standing)
  })
}

type Report = Room['report']

/** The next question alone. */
function held(
  room: Room,
  answering: (
    report: Report,
    released: Promise<void>
  ) => (asked: () => void, ...question: Parameters<Report>) => Promise<void>
): HeldAnswer {
  const report = room.report.bind(room)
  const [asked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const answer = answering(report, released.promise)
  room.report = (...question) => {
    room.report = report
    return answer(() => asked.resolve(), ...question)
  }
  const release = () => {
    room.report = report
    released.resolve()
  }

  return { asked: asked.promise, release }
}
