/**
 * People with several devices talk in groups and directs over two nodes, come and go, take back, read, are taken out and
 * let in again, disabled and deleted, while sockets are cut and slow, nodes are killed and Redis is away, and an oracle that
 * knows who may see what judges each frame, each device after each new socket, and every list while all is still:
 * `npm run chaos:messaging`. Takes `--seconds 60` (it ends after the round in which they are over), `--seed N`, and
 * `--database pg`, or `mysql`, of the server that DB_HOST and its kin name, where the login of DB_USER may make one: it is
 * made anew, and dropped in the end. Needs redis-server, of which it starts its own.
 */
import { command, say } from './command.js'
import { Nodes } from './oracle/stage/nodes.js'
import { Trial } from './oracle/trial.js'

await command('messaging chaos', async ({ seconds, seed }, env) => {
  await using nodes = await Nodes.start(env)
  const { deviations, counts } = await new Trial(nodes, { seconds, seed, say }).run()
  for (const { kind, text, acts } of deviations)
    say([`✘ ${kind}: ${text}`, ...acts.map((act) => `    ${act}`)].join('\n'))
  const { messages, recalls, reads, cuts, changes, syncs, checks } = counts
  say(
    `${messages} messages, ${recalls} recalls, ${reads} marks, ${cuts} cuts, ${changes} changes of membership, ${syncs} syncs`
  )
  return { done: `${checks} checks`, faults: deviations.length }
})
