import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { copiedProject } from '../../helpers/copied_project.js'
import { Program } from '../../helpers/program.js'
import { SECRETS } from '../../helpers/service_process.js'
import type { Random } from '../random.js'

const DRIVER = 'tests/generator/kills/driver.ts'
/** None, made, regenerated. */
const STATES = 3

interface Facts {
  digest: string
  histories: number
}

export interface Kills {
  kills: number
  /** Those that left a journal behind. */
  torn: number
  faults: string[]
}

/** Kills the service at random moments of its writing; tree and database must be as before or complete each time. */
export async function killWhileWriting(random: Random, isOver: () => boolean): Promise<Kills> {
  const folder = await copiedProject('chancery-kills-')
  try {
    const whole = []
    for (let state = 0; state < STATES; state++) whole.push(await life(folder, null))
    const found: Kills = { kills: 0, torn: 0, faults: [] }
    let changes = STATES
    do {
      const { milliseconds } = whole[changes % STATES]!
      const now = await life(folder, (random.below(100) / 100) * milliseconds)
      changes = now.facts.histories
      const expected = { ...whole[changes % STATES]!.facts, histories: changes }
      found.kills += 1
      found.torn += now.torn ? 1 : 0
      if (!isDeepStrictEqual(now.facts, expected))
        found.faults.push(`${JSON.stringify(now.facts)} instead of ${JSON.stringify(expected)}`)
      // How the last kill left things is told by the life after it.
    } while ((found.kills < 2 || !isOver()) && found.faults.length === 0)
    return found
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Starts the service, which ends what the last one left; kills it so long after it began to write. */
async function life(folder: string, killedAfterMs: number | null) {
  const env = { ...process.env, ...SECRETS, NODE_ENV: 'development', LOG_LEVEL: 'error' }
  const place = { HOST: '127.0.0.1', PORT: '0', STORAGE_ROOT: join(folder, 'data/files') }
  const program = new Program(['--import=./bin/typescript.js', DRIVER], folder, {
    ...env,
    ...place,
  })
  try {
    const facts = JSON.parse((await program.said(/^FACTS (.*)$/m))[1]!) as Facts
    await program.said(/^GO$/m)
    const began = performance.now()
    if (killedAfterMs === null) await program.said(/^DONE$/m)
    else await pause(killedAfterMs)
    const milliseconds = performance.now() - began
    await program.kill()
    return { facts, milliseconds, torn: existsSync(join(folder, 'data/tree/journal')) }
  } finally {
    await program.kill()
  }
}
