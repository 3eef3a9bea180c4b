/**
 * People with several devices talk over two nodes, edit, recall, react, come and go, while sockets are cut, nodes are killed, Redis is
 * away and a backup is restored; after each round every device is compared with the history: `npm run chaos:messaging`. Takes
 * `--seconds 60` (it ends after the round in which they are over), `--seed N`, and `--database pg`, or `mysql`, of the server that
 * DB_HOST and its kin name, where the login of DB_USER may make one. `--client ./other_client.ts` tries another client: the module
 * exports it as `OutsideClient`, a `ClientClass` of `client.ts`. Needs redis-server, of which it starts its own.
 */
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ClientClass } from './client.js'
import { command, say } from './command.js'
import { Device } from './device.js'
import { Nodes } from './nodes.js'
import { Trial } from './trial.js'

await command('messaging chaos', async ({ seconds, seed, client: path }, env) => {
  const client = path === undefined ? Device : await clientOf(path)
  await using nodes = await Nodes.start(env)
  const trial = new Trial(nodes, { seconds, seed, client, say })
  await trial.run()
  for (const deviation of trial.deviations.slice(0, 20)) say(`✘ ${deviation}`)
  const { checks, sent, syncs, deviations } = trial
  return {
    done: `${sent.length} messages, ${syncs} syncs, ${checks} checks`,
    faults: deviations.length,
  }
})

async function clientOf(path: string): Promise<ClientClass> {
  const { OutsideClient } = await import(pathToFileURL(resolve(path)).href)
  return OutsideClient as ClientClass
}
