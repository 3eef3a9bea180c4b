import fc from 'fast-check'
import { blink, wake } from './coming_back.js'
import { Scene, Step, type Deed } from './deed.js'
import * as editing from './editing.js'
import * as managing from './managing.js'
import * as passing from './passing.js'

const pick = fc.nat(5)
const flag = fc.boolean()
const rarely = fc.nat(3).map((number) => number === 3)
const obeys = rarely.map((isRare) => !isRare)
const hold = fc.constantFrom('nowhere', 'nowhere', 'turn', 'way', 'lost')
const fate = fc.constantFrom('delivered', 'delivered', 'request_lost', 'answer_lost')
const cause = fc.constantFrom('button', 'timer')

const joining = fc.tuple(pick, obeys).map(([who, how]) => editing.join(who, how))
const writing = pick.map(editing.edit)
const undoing = fc.tuple(pick, flag).map(([which, all]) => editing.undo(which, all))
const leaving = fc.tuple(pick, hold).map(([which, how]) => editing.leave(which, how))
const opening = fc.tuple(pick, obeys).map(([which, how]) => editing.openHanded(which, how))
const forcing = fc.tuple(pick, cause, hold).map(([which, by, how]) => editing.force(which, by, how))
const releasing = fc.tuple(pick, fate).map(([which, how]) => passing.release(which, how))
const restoring = fc
  .tuple(pick, pick, flag)
  .map(([who, which, drop]) => managing.restore(who, which, drop))
const submitting = fc.tuple(pick, flag).map(([who, drop]) => managing.submit(who, drop))
const removing = fc.tuple(pick, flag).map(([who, drop]) => managing.remove(who, drop))
const reviewing = fc.constantFrom(
  managing.review('approve'),
  managing.review('return'),
  managing.review('return'),
  managing.withdraw
)

const just = (deed: Deed) => fc.constant(deed)

const WEIGHTS: readonly [fc.Arbitrary<Deed>, number][] = [
  [joining, 10],
  [writing, 14],
  [undoing, 3],
  [leaving, 8],
  [forcing, 5],
  [releasing, 7],
  [pick.map(editing.ask), 2],
  [opening, 2],
  [pick.map(wake), 3],
  [pick.map(blink), 2],
  [pick.map(managing.forceByRequest), 2],
  [restoring, 3],
  [submitting, 2],
  [reviewing, 4],
  [removing, 1],
  [just(managing.takeFromTrash), 4],
  [just(managing.disable), 1],
  [just(managing.enable), 2],
  [just(managing.unshare), 1],
  [just(managing.share), 1],
  [just(passing.sweep), 3],
  [just(passing.crash), 2],
  [just(passing.goDown), 2],
  [just(passing.comeUp), 6],
  [just(passing.letPass(10)), 1],
  [just(passing.letPass(60)), 1],
]

const alone = WEIGHTS.flatMap(([deed, weight]) =>
  Array.from({ length: weight }, () => deed.map((one) => new Step(one)))
)

/** What ends, saves or recovers something. */
const meeting = fc.oneof(
  ...[releasing, leaving, joining, writing, restoring, submitting, reviewing, removing],
  just(passing.sweep)
)
const together = fc.tuple(meeting, meeting).map(([one, other]) => new Step(one, other))

type Deeds = readonly fc.Arbitrary<Deed>[]

const { goDown, comeUp, crash, letPass } = passing
const asking = pick.map(editing.ask)

/** What is rare by chance: in each of them one save meets something that it should not get the better of. */
const SCENES: readonly Deeds[] = [
  [joining, writing, forcing, writing, forcing, releasing],
  [joining, writing, leaving, joining, writing, leaving, releasing],
  [joining, writing, just(goDown), leaving, just(comeUp), joining, writing, just(passing.sweep)],
  [joining, writing, submitting, writing, leaving, releasing, reviewing],
  [joining, asking, writing, leaving, just(letPass(10)), opening, writing, leaving],
  [joining, writing, forcing, writing, just(crash), joining, leaving],
  [joining, writing, forcing, undoing, leaving],
  [joining, writing, restoring, writing, leaving, releasing],
]
const scenes = SCENES.map((deeds) =>
  fc.tuple(...deeds).map((drawn) => new Scene(drawn.map((deed) => new Step(deed))))
)

/** The steps of a walk. */
export const steps = (most: number, replayPath: string | undefined) =>
  fc.commands([...alone, together, together, ...scenes, ...scenes], {
    ...{ maxCommands: most, size: 'max', replayPath },
  })
