import { AppFactory } from '@adonisjs/core/factories/app'
import { Logger } from '@adonisjs/core/logger'
import type { ApplicationService, ContainerBindings } from '@adonisjs/core/types'
import { stores } from '@adonisjs/lock'
import LockProvider from '@adonisjs/lock/lock_provider'
import RedisProvider from '@adonisjs/redis/redis_provider'
import { RequestLimiter } from '#kernel/rate_limit/main'
import {
  Bus,
  Locks,
  redisOptions,
  Slots,
  StateStatus,
  StateStore,
  Versions,
} from '#kernel/state/main'
import { bootState, closeState, registerState } from '#kernel/provider/main'
import type { StateNode } from '../../helpers/conformance/state/pair.js'

export interface LogLine {
  level: number
  msg: string
}

/** One process's view of the state, wired as the application wires it. */
export interface Node extends StateNode {
  app: ApplicationService
  status: StateStatus
  log: LogLine[]
  close(): Promise<void>
}

/** @param redisUrl without it the node is alone */
export async function startNode(redisUrl?: string): Promise<Node> {
  const log: LogLine[] = []
  const app = await application(redisUrl, log)
  registerState(app)
  await bootState(app)

  const make = app.container.make.bind(app.container)
  return {
    app,
    store: await make(StateStore),
    bus: await make(Bus),
    locks: await make(Locks),
    versions: await make(Versions),
    limiter: await make(RequestLimiter),
    slots: await make(Slots),
    status: await make(StateStatus),
    log,
    async close() {
      await closeState(app)
      const redis = await make('redis')
      await redis.disconnectAll()
    },
  }
}

async function application(
  redisUrl: string | undefined,
  log: LogLine[]
): Promise<ApplicationService> {
  const factory = new AppFactory<ContainerBindings>().merge({ environment: 'test' })
  const app = factory.create(new URL('./', import.meta.url)) as ApplicationService
  app.useConfig(configuration(redisUrl))
  await app.init()
  await app.boot()

  const destination = { write: (line: string) => void log.push(JSON.parse(line) as LogLine) }
  app.container.bindValue(
    'logger',
    new Logger({ enabled: true, level: 'info', destination }) as never
  )
  new RedisProvider(app).register()
  new LockProvider(app).register()
  return app
}

function configuration(redisUrl: string | undefined) {
  const nodes = redisUrl ? stores.redis({ connectionName: 'main' }) : stores.memory()
  const options = redisOptions(redisUrl ?? 'redis://127.0.0.1:1')
  return {
    redis: {
      connection: 'main',
      connections: { main: options },
      shared: redisUrl !== undefined,
      prefix: 'test:',
    },
    lock: { default: 'nodes', stores: { nodes } },
  }
}
