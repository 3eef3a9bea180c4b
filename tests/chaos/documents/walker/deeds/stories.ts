import fc from 'fast-check'
import type { Deed } from './deed.js'
import {
  ask,
  edit,
  force,
  join,
  leave,
  leaveAll,
  openLate,
  submitForm,
  takeBack,
} from './editing.js'
import {
  disable,
  forceByRequest,
  forceTwice,
  remove,
  restore,
  review,
  submit,
} from './management.js'
import { leaveOtherwise } from './hiding.js'
import { outrun, overtake } from './overtaking.js'
import { comeBack, look, loseRight, wake } from './returning.js'
import { Scene } from './scene.js'
import { share } from './sharing.js'
import { Step } from './step.js'
import { lose, release, releaseSoon } from './traffic.js'
import {
  breakWriting,
  crash,
  forgetSessions,
  letTimePass,
  loseStorage,
  lowerLimit,
  mend,
  sweep,
} from './troubles.js'

type Chosen = fc.Arbitrary<Deed | Step>

const always = (deed: Deed): fc.Arbitrary<Deed> => fc.constant(deed)
const who = fc.nat(2)
const any = fc.nat(3)
const drop = fc.boolean()

const joining = who.map((one) => join(one, false))
const unheard = who.map((one) => join(one, true))
const late = any.map(openLate)
const asking = who.map(ask)
const editing = any.map(edit)
const takingBack = any.map(takeBack)
const forcingNow = any.map((which) => force(which, 'button', 'nowhere'))
const leaving = any.map((which) => leave(which, 'nowhere', false))
const leavingInVain = any.map((which) => leave(which, 'lost', false))
const leavingOtherwise = any.map(leaveOtherwise)
const vanishing = any.map((which) => leave(which, 'lost', true))
const disabling = any.map((which) => disable(which, 'lost'))
const leavingSlowly = any.map((which) => leave(which, 'way', false))
const forcing = fc.tuple(any, fc.constantFrom('turn' as const, 'way' as const))
const forcingOnItsWay = any.map((which) => force(which, 'button', 'way'))
const forcingSlowly = forcing.map(([which, hold]) => force(which, 'button', hold))
const sendingOff = any.map((which) => submitForm(which, 'nowhere'))
const sendingOffSlowly = forcing.map(([which, hold]) => submitForm(which, hold))
const restoring = fc.tuple(who, any, drop).map(([one, no, also]) => restore(one, no, also))
const submitting = fc.tuple(who, drop).map(([one, also]) => submit(one, also))
const meeting = fc.tuple(restoring, submitting).map(([one, other]) => new Step(one, other))
const waiting = fc
  .tuple(restoring, submitting, always(releaseSoon()))
  .map((deeds) => new Step(...deeds))
const approving = always(review('approve'))
const removing = fc.tuple(who, drop).map(([one, also]) => remove(one, also))
/** By the way in which the first has whoever edits sent out, it lasts long enough for a whole review. */
const slow = fc.oneof(restoring, restoring, submitting, removing)
const meanwhile = fc.oneof(
  fc.tuple(submitting, approving),
  fc.tuple(submitting, approving),
  fc.tuple(restoring),
  fc.tuple(removing),
  fc.tuple(joining, editing)
)
const overtaking = fc.tuple(slow, meanwhile).map(([one, others]) => overtake(one, ...others))
const outrunning = fc
  .tuple(fc.oneof(who.map(forceByRequest), slow), joining)
  .map(([one, other]) => outrun(one, other))
const restoringByForce = any.map((no) => restore(0, no, true))
const submittingByForce = who.map((one) => submit(one, true))
const racing = fc
  .tuple(restoringByForce, submittingByForce, approving)
  .map(([one, ...others]) => overtake(one, ...others))
const releasing = any.map((which) => release(which, 'delivered'))
const losing = any.map(lose)
const sweeping = always(sweep())
const crashing = always(crash('request_lost'))
const losingStorage = always(loseStorage())
const breaking = always(breakWriting())
const writingBadly = always(breakWriting('writing well'))
const writingUnfetchably = always(breakWriting('all writing'))
const writingAnyhow = fc.oneof(writingBadly, writingUnfetchably)
const losingAnswer = any.map((which) => release(which, 'answer_lost'))
const allLeaving = always(leaveAll())
const mending = always(mend())
const after = fc.constantFrom('minutes' as const, 'hours' as const)
const comingBack = fc.tuple(any, fc.boolean(), after)
const comingBackAnyhow = comingBack.map(([which, isMute, how]) =>
  comeBack(which, { isMute, after: how })
)
const comingBackUnheard = comingBack.map(([which, , how]) =>
  comeBack(which, { isMute: true, after: how })
)
const losingRight = fc.tuple(any, drop).map(([which, too]) => loseRight(which, too))
const looking = always(look())
const waking = any.map(wake)
const forgetting = always(forgetSessions())
const sharing = always(share('edit'))
const editor = fc.constantFrom(1, 2).map((one) => join(one, false))
const guest = always(join(4, false))
const ending = fc.oneof(restoring, submitting, removing)

/** What faults were made of: single steps seldom meet in this order. Each may go on from anything, into anything. */
const STORIES: readonly (readonly Chosen[])[] = [
  [joining, editing, leavingInVain, joining, editing, leaving, releasing],
  [asking, joining, editing, leavingInVain, losing, sweeping, late, editing, leavingInVain, losing],
  [joining, editing, leavingInVain, losing, joining, editing, sweeping, editing, leaving],
  [joining, editing, leavingInVain, losing, sweeping],
  [joining, editing, leavingInVain, losing, joining, leaving],
  [joining, editing, leavingInVain, losing, joining, leavingInVain, losing, sweeping],
  [joining, editing, leavingInVain, losing, joining, editing, leavingOtherwise, sweeping],
  [joining, editing, leavingOtherwise, joining, editing, leavingInVain, losing, sweeping],
  [joining, editing, leavingOtherwise, joining, editing, leavingOtherwise, sweeping],
  [joining, editing, always(lowerLimit()), leaving, sweeping],
  [joining, editing, crashing, fc.oneof(restoring, submitting)],
  [joining, editing, breaking, allLeaving, mending, ending],
  [joining, editing, breaking, allLeaving, mending, joining, leaving],
  [joining, editing, leavingSlowly, waiting, approving],
  [joining, editing, meeting, approving],
  [joining, racing],
  [joining, editing, overtaking],
  [joining, leaving, outrunning, editing, leavingInVain, losing, sweeping],
  [asking, submitting, approving, late, editing, leaving],
  [asking, joining, editing, leaving, always(letTimePass()), late, editing, leavingSlowly],
  [unheard, editing, releasing, leaving],
  [joining, leaving, forgetting, joining, editing, waking, leaving, allLeaving],
  [joining, editing, leavingInVain, losing, joining, waking, editing, allLeaving],
  [asking, unheard, editing, vanishing, losing, sweeping],
  [joining, joining, editing, disabling, losing, sweeping],
  [joining, editing, forcingSlowly, who.map(forceByRequest)],
  [joining, editing, forcingSlowly, editing, who.map(forceByRequest)],
  [joining, joining, editing, who.map(forceTwice)],
  [joining, editing, breaking, allLeaving, mending, who.map(forceByRequest)],
  [joining, editing, forcingNow, takingBack, leaving, joining, editing, leaving],
  [joining, editing, forcingNow, editing, forcingNow, takingBack, leaving],
  [joining, sendingOff, leaving, joining, editing, leaving],
  [joining, editing, sendingOff, sendingOff, takingBack, leaving, joining],
  [joining, editing, sendingOffSlowly, leaving, releasing],
  [joining, editing, sendingOffSlowly, who.map(forceByRequest)],
  [joining, editing, sendingOff, leavingInVain, losing, sweeping],
  [joining, editing, editing, forcingOnItsWay, takingBack, leaving, releasing],
  [joining, editing, editing, forcingNow, editing, writingUnfetchably, leaving, losing, mending],
  [joining, editing, editing, writingUnfetchably, allLeaving, losing, mending, sweeping],
  [joining, editing, editing, writingUnfetchably, leaving, mending, joining, editing, leaving],
  [
    joining,
    editing,
    editing,
    forcingNow,
    writingAnyhow,
    leaving,
    losing,
    mending,
    joining,
    leaving,
  ],
  [joining, editing, editing, writingBadly, leavingSlowly, losingAnswer, losing, mending, sweeping],
  [
    joining,
    joining,
    editing,
    editing,
    writingBadly,
    allLeaving,
    mending,
    joining,
    editing,
    leaving,
  ],
  [joining, editing, editing, forcingNow, writingBadly, leavingInVain, losing, mending, sweeping],
  [allLeaving, joining, leaving, removing, comingBackAnyhow, leaving],
  [joining, joining, leaving, leaving, removing, comingBackUnheard, comingBackAnyhow, allLeaving],
  [joining, leaving, comingBackUnheard, leaving],
  [joining, editing, joining, leaving, comingBackUnheard, editing, allLeaving],
  [allLeaving, editor, leaving, losingRight, comingBackUnheard, leaving],
  [
    allLeaving,
    editor,
    joining,
    leaving,
    losingRight,
    comingBackUnheard,
    fc.oneof(leaving, looking),
    allLeaving,
  ],
  [
    allLeaving,
    editor,
    editing,
    forcingNow,
    joining,
    leaving,
    losingRight,
    comingBackUnheard,
    looking,
    allLeaving,
  ],
  [allLeaving, sharing, guest, leaving, losingRight, comingBackUnheard, fc.oneof(leaving, looking)],
  [allLeaving, editor, leaving, losingRight, comingBackUnheard, leavingInVain, losing, sweeping],
]

/** Of a document server that loses all that it has. */
const LOSSES: readonly (readonly Chosen[])[] = [
  [joining, editing, losingStorage, joining, editing, leaving],
  [joining, editing, losingStorage, joining, leaving],
  [joining, leaving, outrunning, editing, losingStorage],
  [joining, joining, editing, leaving, losingStorage, joining, editing, leaving],
  [joining, editing, leavingInVain, losing, losingStorage, joining, editing, leaving, sweeping],
]

/** At most so many steps of a story are left out. */
const LEFT_OUT = 1

/** One of them, or nearly. */
export const scene: fc.Arbitrary<Scene> = oneOf(STORIES)

export const sceneOfLoss: fc.Arbitrary<Scene> = oneOf([...STORIES, ...LOSSES, ...LOSSES])

function oneOf(stories: readonly (readonly Chosen[])[]): fc.Arbitrary<Scene> {
  return fc.oneof(...stories.map(sceneOf))
}

function sceneOf(story: readonly Chosen[]): fc.Arbitrary<Scene> {
  const places = story.map((_, place) => place)
  const most = fc.subarray(places, { minLength: story.length - LEFT_OUT })

  return fc
    .tuple(fc.tuple(...story), most)
    .map(([deeds, kept]) => new Scene(kept.map((place) => stepOf(deeds[place]!))))
}

const stepOf = (one: Deed | Step): Step => (one instanceof Step ? one : new Step(one))
