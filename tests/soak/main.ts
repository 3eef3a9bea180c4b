/**
 * Runs the long random tests one after another and prints a verdict of each: `npm run soak`. Takes names of some of them
 * (all by default), `--seconds 60` for each, `--seed N` (default: one that follows from the time, printed) and
 * `--database sqlite|pg|mysql`, of a local server unless DB_CONNECTION and DB_HOST, DB_PORT, DB_USER and DB_PASSWORD name
 * another one, on which databases can be made. Ends with 1 where one of them found a fault.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { parseArgs } from 'node:util'
import { PROJECT, TYPESCRIPT } from '#tests/helpers/imports'
import { serverSettings } from '../tools/server_settings.js'
import { findSoaks, type Soak } from './soaks.js'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: 'string', default: '60' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    database: { type: 'string', default: process.env.DB_CONNECTION ?? 'sqlite' },
  },
})

const say = (text: string): void => void process.stdout.write(`${text}\n`)

async function run({ script, args = [], takes }: Soak): Promise<boolean> {
  const options = takes.flatMap((name) => [`--${name}`, values[name]])
  const child = spawn(process.execPath, [TYPESCRIPT, script, ...args, ...options], {
    cwd: PROJECT,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...serverSettings(values.database) },
  })
  const [code] = await once(child, 'exit')
  return code === 0
}

const verdicts: string[] = []
for (const soak of findSoaks(positionals)) {
  say(`\n── ${soak.name}`)
  const began = performance.now()
  const isRight = await run(soak)
  if (!isRight) process.exitCode = 1
  const seconds = Math.round((performance.now() - began) / 1000)
  verdicts.push(
    `${soak.name.padEnd(18)} ${String(seconds).padStart(5)} s  ${isRight ? 'ok' : 'FAILED'}`
  )
}
say(`\nWith --seed ${values.seed} --database ${values.database}:\n${verdicts.join('\n')}`)
