import fc from 'fast-check'
import { FATES, HOLDS } from './choices.js'
import type { Deed } from './deed.js'
import { ask, edit, force, join, leave, openLate, submitForm, takeBack } from './editing.js'
import {
  disable,
  enable,
  forceByRequest,
  forceTwice,
  remove,
  rename,
  restore,
  review,
  submit,
} from './management.js'
import { kill } from './killing.js'
import { comeBack, look, loseRight, wake, type Return } from './returning.js'
import { share, unshare } from './sharing.js'
import { Step } from './step.js'
import { scene, sceneOfLoss } from './stories.js'
import { lose, release, send } from './traffic.js'
import { takeOutOfTrash } from './trash.js'
import { crash, forgetSessions, letTimePass, mend, strike, sweep } from './troubles.js'

const pick = fc.nat(5)
const who = fc.nat(3)
const rarely = fc.nat(4).map((number) => number === 4)
const hold = fc.constantFrom(...HOLDS)
const fate = fc.constantFrom(...FATES)

const joining = fc.tuple(fc.nat(4), rarely).map(([one, isMute]) => join(one, isMute))
const editing = pick.map(edit)
const leaving = fc
  .tuple(pick, hold, rarely)
  .map(([which, how, isMute]) => leave(which, how, isMute))
const forcing = fc
  .tuple(pick, fc.constantFrom('button' as const, 'timer' as const, 'internal' as const), hold)
  .map(([which, by, how]) => force(which, by, how))
const sendingOff = fc.tuple(pick, hold).map(([which, how]) => submitForm(which, how))
const releasing = fc.tuple(pick, fate).map(([which, end]) => release(which, end))
const restoring = fc.tuple(who, pick, fc.boolean()).map(([one, no, drop]) => restore(one, no, drop))
const submitting = fc.tuple(who, fc.boolean()).map(([one, drop]) => submit(one, drop))
const reviewing = fc.constantFrom('approve' as const, 'return' as const).map(review)
const removing = fc.tuple(who, fc.boolean()).map(([one, drop]) => remove(one, drop))
const crashing = fc.constantFrom('request_lost' as const, 'answer_lost' as const).map(crash)
const killing = fc.nat(60).map(kill)
const sharing = fc.constantFrom('edit' as const, 'view' as const).map(share)
const sweeping = fc.constant(null).map(sweep)

const after = fc.constantFrom<Return['after']>('minutes', 'hours')
const comingBack = fc
  .tuple(pick, fc.record({ isMute: fc.boolean(), after }))
  .map(([which, how]) => comeBack(which, how))
const losingRight = fc.tuple(pick, rarely).map(([which, too]) => loseRight(which, too))

const leavingHeard = fc.tuple(pick, hold).map(([which, how]) => leave(which, how, false))

/** What may meet: each of them ends, saves or brings back something. */
const meeting = fc.oneof(
  releasing,
  restoring,
  submitting,
  reviewing,
  removing,
  sweeping,
  leavingHeard
)

const WEIGHTS: readonly [fc.Arbitrary<Deed>, number][] = [
  [joining, 9],
  [editing, 12],
  [pick.map(takeBack), 2],
  [leaving, 7],
  [forcing, 5],
  [sendingOff, 3],
  [releasing, 7],
  [pick.map(send), 2],
  [pick.map(lose), 2],
  [who.map(ask), 1],
  [pick.map(openLate), 2],
  [who.map(forceByRequest), 2],
  [who.map(forceTwice), 1],
  [sweeping, 2],
  [restoring, 2],
  [submitting, 1],
  [reviewing, 4],
  [removing, 1],
  [who.map(takeOutOfTrash), 4],
  [who.map(rename), 1],
  [crashing, 1],
  [fc.constant(null).map(letTimePass), 1],
  [pick.map(strike), 1],
  [fc.constant(null).map(mend), 3],
  [sharing, 1],
  [fc.constant(null).map(unshare), 1],
  [pick.map((which) => disable(which)), 1],
  [fc.constant(null).map(enable), 3],
  [comingBack, 2],
  [pick.map(wake), 2],
  [fc.constant(null).map(forgetSessions), 1],
  [losingRight, 1],
  [fc.constant(null).map(look), 1],
]

const alone = WEIGHTS.flatMap(([deed, weight]) =>
  Array.from({ length: weight }, () => deed.map((one) => new Step(one)))
)
const together = fc.tuple(meeting, meeting).map(([one, other]) => new Step(one, other))
const killed = fc.tuple(meeting, killing).map(([one, other]) => new Step(one, other))

interface Kind {
  /** The document server may lose its storage on the way. */
  losses?: boolean
  replayPath?: string
}

/** So much more often than one deed. */
const SCENES = 5

/** The steps of a walk. */
export const steps = (most: number, { losses, replayPath }: Kind) => {
  const scenes = Array.from({ length: SCENES }, () => (losses ? sceneOfLoss : scene))
  return fc.commands([...alone, together, together, killed, ...scenes], {
    maxCommands: most,
    size: 'max',
    replayPath,
  })
}
