// For their types, which the declarations of this file would not name otherwise.
import '@adonisjs/auth/plugins/api_client'
import './act_as.js'
import { authApiClient } from '@adonisjs/auth/plugins/api_client'
import testUtils from '@adonisjs/core/services/test_utils'
import type { ApplicationService } from '@adonisjs/core/types'
import { apiClient } from '@japa/api-client'
import { assert } from '@japa/assert'
import { pluginAdonisJS } from '@japa/plugin-adonisjs'
import type { Config } from '@japa/runner/types'
import { setTimeout as delay } from 'node:timers/promises'
import { prepareDatabase, type PluginManifest } from '#kernel/plugins/main'
import { createHttpServer } from '#kernel/provider/main'
import { addActAs } from './act_as.js'
import { holdResponsesToDescription } from './described_responses/described_responses.js'

const ENDING_MS = 30_000

/**
 * What `tests/bootstrap.ts` hands to Japa: the database is migrated before the first test, the suite `functional` runs with the
 * HTTP server up, and each of its responses is compared with the API description.
 */
export function testRunner(app: ApplicationService) {
  const plugins: Config['plugins'] = [
    assert(),
    pluginAdonisJS(app),
    apiClient(),
    authApiClient(app),
    addActAs,
  ]
  const runnerHooks: Required<Pick<Config, 'setup' | 'teardown'>> = {
    setup: [() => prepare(app)],
    teardown: [],
  }
  const configureSuite: Config['configureSuite'] = (suite) => {
    if (suite.name !== 'functional') return
    suite.setup(holdResponsesToDescription)
    suite.setup(() => serve(app))
  }
  return { plugins, runnerHooks, configureSuite }
}

async function prepare(app: ApplicationService): Promise<void> {
  await prepareDatabase(app, app.config.get<readonly PluginManifest[]>('plugins'))
}

/** In the end nobody is waited for, least of all those that a failed test left behind. */
async function serve(app: ApplicationService) {
  const close = await testUtils.httpServer().start(createHttpServer)
  const server = (await app.container.make('server')).getNodeServer()!
  return () => {
    const closed = close()
    server.closeAllConnections()
    return ended('server', Promise.resolve(closed))
  }
}

/** Waits for something to end, for half a minute; after that it says what is still open. */
export async function ended(what: string, ending: Promise<unknown>): Promise<void> {
  const waiting = new AbortController()
  const late = delay(ENDING_MS, true, { signal: waiting.signal }).catch(() => false)
  const isLate = await Promise.race([ending.then(() => false), late])
  waiting.abort()
  if (!isLate) return
  const resources = process.getActiveResourcesInfo().join(', ')
  process.stderr.write(`\nThe ${what} does not end in ${ENDING_MS} ms; active: ${resources}\n`)
}
