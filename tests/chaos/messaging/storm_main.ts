/**
 * As many messages as two nodes take while sockets are cut, a node is killed and Redis is away: `npm run storm:messaging`.
 * Takes `--seconds 60`, `--seed N` and `--database`, as `npm run chaos:messaging` does.
 */
import { command, say } from './command.js'
import { Storm } from './storm.js'

const SIZE = { nodes: 2, clients: 30, groups: 8 }

await command('messaging storm', async ({ seconds, seed }, env) => {
  const { faults, acknowledged, ...told } = await new Storm({
    ...SIZE,
    seconds,
    seed,
    env,
    say,
  }).run()
  say(JSON.stringify(told))
  for (const fault of faults) say(`✘ ${fault}`)
  return { done: `${acknowledged} messages`, faults: faults.length }
})
