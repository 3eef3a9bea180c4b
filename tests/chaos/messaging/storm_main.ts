/** As many messages as the nodes take while sockets are cut, a node is killed and Redis is away: `npm run storm:messaging`. */
import { parseArgs } from 'node:util'
import { Storm } from './storm.js'

const { values } = parseArgs({
  options: {
    'nodes': { type: 'string', default: '2' },
    'clients': { type: 'string', default: '50' },
    'messages': { type: 'string', default: '20000' },
    'groups': { type: 'string', default: '8' },
    'redis-away': { type: 'string', default: '5000' },
  },
})

const report = await new Storm({
  nodes: Number(values.nodes),
  clients: Number(values.clients),
  messages: Number(values.messages),
  groups: Number(values.groups),
  redisAwayMs: Number(values['redis-away']),
  say: (line) => process.stdout.write(`${Math.round(performance.now() / 1000)} s: ${line}\n`),
}).run()

process.stdout.write(`${JSON.stringify(report, null, 2)}\n`)
if (report.faults.length > 0) process.exitCode = 1
