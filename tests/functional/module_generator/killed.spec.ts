import { existsSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { test } from '@japa/runner'
import { onEmbedded } from '../../helpers/embedded.js'
import { ProjectCopy } from '../../helpers/project_copy.js'

const DRIVER = 'tests/functional/module_generator/killed_generator.ts'
const STATES = 3
const KILLS = onEmbedded() ? 24 : 12
/** So many must have come while something was being written; where chance has it otherwise, there are more. */
const TORN = KILLS / 4
const MOST_KILLS = 5 * KILLS

interface Facts {
  digest: string
  histories: number
}

/** Starts the service, which ends what the last one left; kills it so long after it began to write. */
async function life(copy: ProjectCopy, killedAfterMs: number | null) {
  const program = copy.start(['--import=./bin/typescript.js', DRIVER])
  const facts: Facts = JSON.parse((await program.said(/^FACTS (.*)$/m))[1]!)
  await program.said(/^GO$/m)
  const began = performance.now()
  if (killedAfterMs === null) await program.said(/^DONE$/m)
  else await pause(killedAfterMs)
  const milliseconds = performance.now() - began
  await program.kill()
  const torn = existsSync(copy.path('data/tree/journal'))
  return { facts, milliseconds, torn }
}

test.group('Module generator | killed', () => {
  test('leave tree and database as before or complete, wherever it is killed', async ({
    assert,
  }) => {
    await using copy = await ProjectCopy.make()
    const whole = []
    for (let state = 0; state < STATES; state++) whole.push(await life(copy, null))
    assert.lengthOf(new Set(whole.map(({ facts }) => facts.digest)), STATES)

    let changes = STATES
    let torn = 0
    for (let kill = 0; kill <= KILLS || (torn <= TORN && kill <= MOST_KILLS); kill++) {
      const lasts = whole[changes % STATES]!.milliseconds
      const now = await life(copy, ((kill % 8) / 8) * lasts)
      changes = now.facts.histories
      const expected = whole[changes % STATES]!
      assert.deepEqual(now.facts, { ...expected.facts, histories: changes }, `kill ${kill}`)
      if (now.torn) torn += 1
    }
    assert.isAbove(torn, TORN)
    assert.isAbove(changes, STATES)
  }).timeout(1_200_000)
})
