/**
 * Requests made of the API description and a seed, and answers held to the description: `npm run fuzz:api`. Takes
 * `--seconds 60` or `--requests N`, `--seed N`, `--database pg`, or `mysql`, and `--only N`, which sends that one request again.
 */
import 'reflect-metadata'
import { parseArgs } from 'node:util'
import { prepareEnvironment } from '../../../environment.js'
import { EmptyDatabase } from '../../../tools/empty_database.js'

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    requests: { type: 'string' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    database: { type: 'string', default: process.env.DB_CONNECTION ?? 'sqlite' },
    only: { type: 'string' },
  },
})

process.env.LOG_LEVEL ??= 'silent'
process.env.DB_CONNECTION = values.database
await using own = await EmptyDatabase.make(`fuzz_${process.pid}`)
Object.assign(process.env, own.env)
await prepareEnvironment()
const { ignite } = await import('../../../../bin/app.js')
const { createHttpServer } = await import('#kernel/provider/main')
const ignitor = ignite()
await ignitor.httpServer().start(createHttpServer)
const app = ignitor.getApp()!

const { fuzz } = await import('./fuzz.js')
const failed = await fuzz(app, {
  seed: Number(values.seed),
  first: Number(values.only ?? 0),
  count: values.only === undefined ? Number(values.requests ?? Infinity) : 1,
  seconds: values.requests === undefined ? Number(values.seconds) : Infinity,
})
if (failed) process.exitCode = 1
await app.terminate()
