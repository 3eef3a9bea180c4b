/**
 * People with several devices talk in groups and directs over two nodes, come and go, take back, read, are taken out and
 * let in again, disabled and deleted, while sockets are cut and slow, nodes are killed and Redis is away, and an oracle that
 * knows who may see what judges each frame, each device after each new socket, and every list while all is still:
 * `npm run chaos:messaging`. Takes `--seconds 60` (it ends after the round in which they are over), `--seed N`, and
 * `--database pg`, or `mysql`, of the server that DB_HOST and its kin name, where the login of DB_USER may make one: it is
 * made anew, and dropped in the end. Needs redis-server, of which it starts its own.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { EmptyDatabase } from '../../tools/empty_database.js'
import { Nodes } from './oracle/stage/nodes.js'
import { Trial } from './oracle/trial.js'

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
    database: { type: 'string', default: process.env.DB_CONNECTION ?? 'sqlite' },
  },
})
const say = (line: string): void => void process.stdout.write(`${line}\n`)
const folder = mkdtempSync(join(tmpdir(), 'chancery-oracle-'))

process.env.DB_CONNECTION = values.database
say(`On ${values.database} with --seed ${values.seed}`)
try {
  await using own = await EmptyDatabase.make(`oracle_${process.pid}`)
  const shared = {
    SQLITE_PATH: join(folder, 'oracle.sqlite3'),
    STORAGE_ROOT: join(folder, 'files'),
  }
  await using nodes = await Nodes.start({ ...own.env, ...shared })
  const trial = new Trial(nodes, {
    seconds: Number(values.seconds),
    seed: Number(values.seed),
    say,
  })
  const chronicle = await trial.run()
  for (const { kind, text, acts } of chronicle.deviations)
    say([`✘ ${kind}: ${text}`, ...acts.map((act) => `    ${act}`)].join('\n'))
  const { messages, recalls, reads, cuts, changes, syncs, checks } = chronicle.counts
  say(
    `${messages} messages, ${recalls} recalls, ${reads} marks, ${cuts} cuts, ${changes} changes of membership, ${syncs} syncs, ${checks} checks; deviations: ${JSON.stringify(chronicle.byKind())}`
  )
  if (chronicle.deviations.length > 0) process.exitCode = 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}
