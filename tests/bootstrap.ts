import { authApiClient } from '@adonisjs/auth/plugins/api_client'
import app from '@adonisjs/core/services/app'
import testUtils from '@adonisjs/core/services/test_utils'
import { apiClient } from '@japa/api-client'
import { assert } from '@japa/assert'
import { pluginAdonisJS } from '@japa/plugin-adonisjs'
import type { Config } from '@japa/runner/types'
import { configureGlobal } from 'fast-check'
import { setTimeout as delay } from 'node:timers/promises'
import plugins_ from '#config/plugins'
import { prepareDatabase } from '#kernel/plugins/main'
import { OwnStorage } from '#plugins/files/main'
import { createHttpServer } from '#kernel/provider/main'
import { holdResponsesToDescription } from '#tests/helpers/described_responses/described_responses'
import { testSeed } from '#tests/helpers/seed'

const ENDING_MS = 30_000

export const plugins: Config['plugins'] = [
  assert(),
  pluginAdonisJS(app),
  apiClient(),
  authApiClient(app),
]

export const runnerHooks: Required<Pick<Config, 'setup' | 'teardown'>> = {
  setup: [sow, async () => void (await prepareDatabase(app, plugins_)), adoptStorage],
  teardown: [],
}

export const configureSuite: Config['configureSuite'] = (suite) => {
  if (suite.name !== 'functional') return
  suite.setup(holdResponsesToDescription)
  suite.setup(serve)
}

/** In the end nobody is waited for, least of all those that a failed test left behind. */
async function serve() {
  const close = await testUtils.httpServer().start(createHttpServer)
  const server = (await app.container.make('server')).getNodeServer()!
  return () => {
    const closed = close()
    server.closeAllConnections()
    return ended('server', Promise.resolve(closed))
  }
}

/** What does not end in time is named, and keeps no run from being summed up. */
export async function ended(what: string, ending: Promise<unknown>): Promise<void> {
  const waiting = new AbortController()
  const late = delay(ENDING_MS, true, { signal: waiting.signal }).catch(() => false)
  const isLate = await Promise.race([ending.then(() => false), late])
  waiting.abort()
  if (!isLate) return
  const resources = process.getActiveResourcesInfo().join(', ')
  process.stderr.write(`\nThe ${what} does not end in ${ENDING_MS} ms; active: ${resources}\n`)
}

/** The database of a server may have been that of an earlier run, with files elsewhere. */
async function adoptStorage(): Promise<void> {
  const own = await app.container.make(OwnStorage)
  await own.adopt()
}

function sow(): void {
  const seed = testSeed()
  configureGlobal({ seed })
  process.stdout.write(`Random tests with TEST_SEED=${seed}\n`)
}
