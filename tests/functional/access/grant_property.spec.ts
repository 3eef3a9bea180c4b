import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import fc from 'fast-check'
import { Refusal } from '#kernel/http/define_error'
import { actAsOperator, actAsSystem } from '#kernel/operator/acting'
import { Gate } from '#kernel/permissions/gate'
import { User } from '#plugins/identity/main'
import { beyond } from './support/grant_measure.js'
import { MOVES } from './support/grant_moves.js'
import {
  actorOf,
  callsOf,
  clearStage,
  drafts,
  setStage,
  type GrantStage,
  type Step,
} from './support/grant_stage.js'
import { heldBy, readTables, united, within, type Held, type Tables } from './support/oracle.js'

const RUNS = Number(process.env.PROPERTY_RUNS ?? 60)
/** Some are done seldom: where none was drawn yet, more are. */
const MOST_MORE = 20
const NAMES = Object.keys(MOVES)
const OUTCOMES = NAMES.flatMap((name) => [`${name} done`, `${name} refused`])

/** Does what an operator asks, as a request would: by the gate, within the reach of the permission. */
async function attempt(on: GrantStage, name: string, by: Step): Promise<'done' | 'refused'> {
  const { permission, make } = MOVES[name]!
  const user = await actAsSystem('who acts', () => User.findOrFail(actorOf(on, by)))
  const { id, username, nickname, departmentId } = user
  const operator = { id, username, nickname, departmentId, sessionId: null }
  const gate = await app.container.make(Gate)
  const grant = await gate.grantOf(operator, permission)
  if (!grant) return 'refused'
  try {
    await actAsOperator({ operator, permission, ...grant }, () => make(on, by))
    return 'done'
  } catch (error) {
    if (error instanceof Refusal && error.status! < 500) return 'refused'
    throw error
  }
}

function heldTogether({ users }: GrantStage, tables: Tables): Held {
  const together = new Map()
  for (const id of users)
    for (const [permission, reached] of heldBy(id, tables))
      together.set(permission, united(together.get(permission), reached))
  return together
}

function isWithin(held: Held, limit: Held): boolean {
  return [...held].every(([permission, reached]) => {
    const most = limit.get(permission)
    return most !== undefined && within(reached, most)
  })
}

test.group('Access | granting, as a property', () => {
  test('give nobody more than all had together, and no more than the one who gives, by any sequence of allowed calls', async ({
    assert,
  }) => {
    const seen = new Set<string>()
    const property = fc.asyncProperty(drafts, callsOf(NAMES), async (drafted, sequence) => {
      const on = await setStage(drafted)
      let before = await readTables()
      const atFirst = heldTogether(on, before)

      for (const [name, by] of sequence) {
        const actor = actorOf(on, by)
        const user = MOVES[name]!.user?.(on, by)
        const role = MOVES[name]!.role?.(on, by)
        const outcome = await attempt(on, name, by)
        seen.add(`${name} ${outcome}`)
        if (outcome === 'refused') continue

        const after = await readTables()
        assert.isNull(beyond({ on, actor, before, after, user, role }), name)
        assert.isTrue(isWithin(heldTogether(on, after), atFirst), `${name}: all together`)
        before = after
      }
      await clearStage(on)
    })
    const unseen = () => OUTCOMES.filter((outcome) => !seen.has(outcome))

    await fc.assert(property, { numRuns: RUNS, endOnFailure: true })
    for (let more = 0; more < MOST_MORE && unseen().length > 0; more++)
      await fc.assert(property, { numRuns: 10, endOnFailure: true })
    assert.deepEqual(unseen(), [])
  }).timeout(1_200_000)
})
