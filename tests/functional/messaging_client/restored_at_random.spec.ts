import fc from 'fast-check'
import { test } from '@japa/runner'
import { MemoryPositions, type KeptPosition } from '../../../clients/messaging/src/index.js'
import { Chatter } from '../../helpers/messaging/client.js'
import { person } from '../../helpers/messaging/people.js'
import {
  happened,
  heardTwice,
  longTalks,
  manyTalks,
  neverHeard,
  standingOf,
  type Talk,
} from './support/restored_talks.js'

const RUNS = Number(process.env.PROPERTY_RUNS ?? 8)

/** By talk, the numbers that a client hears which comes back with its positions. */
async function heardOf(talks: readonly Talk[]): Promise<number[][]> {
  const { user, token } = await person()
  const ids: number[] = []
  for (const talk of talks) ids.push(await happened(talk, user.id))
  const positions = talks.map((talk, at): KeptPosition => [ids[at]!, ...standingOf(talk)])
  const chat = Chatter.of(token, { positions: new MemoryPositions(positions) })
  try {
    await chat.online()
    return ids.map((id) => chat.seqs(id))
  } finally {
    chat.client.close()
  }
}

test.group('Messaging client | restored backup, as a property', () => {
  for (const [which, talks] of [
    ['few long', longTalks],
    ['many short', manyTalks],
  ] as const)
    test(`hear all that there is at least once, and once where times are known, in ${which} conversations`, async ({
      assert,
    }) => {
      const holds = fc.asyncProperty(talks, async (some) => {
        const heard = await heardOf(some)
        some.forEach((talk, at) => {
          assert.isEmpty(neverHeard(talk, heard[at]!), `never heard in ${JSON.stringify(talk)}`)
          if (!talk.isTimed) return
          assert.isEmpty(heardTwice(talk, heard[at]!), `heard twice in ${JSON.stringify(talk)}`)
        })
      })
      await fc.assert(holds, { numRuns: RUNS, endOnFailure: true })
    }).timeout(120_000)
})
