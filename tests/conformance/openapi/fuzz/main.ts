import 'reflect-metadata'
import { parseArgs } from 'node:util'
import { prepareEnvironment } from '../../../environment.js'

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '20000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    only: { type: 'string' },
  },
})

process.env.LOG_LEVEL ??= 'silent'
await prepareEnvironment()
const { ignite } = await import('../../../../bin/app.js')
const { createHttpServer } = await import('#start/http_server')
const ignitor = ignite()
await ignitor.httpServer().start(createHttpServer)
const app = ignitor.getApp()!

const { fuzz } = await import('./fuzz.js')
const failed = await fuzz(app, {
  seed: Number(values.seed),
  first: Number(values.only ?? 0),
  count: values.only === undefined ? Number(values.requests) : 1,
})
if (failed) process.exitCode = 1
await app.terminate()
