import 'reflect-metadata'
import { Ignitor } from '@adonisjs/core'
import type { ApplicationService } from '@adonisjs/core/types'
import { putBackTorn } from '#kernel/tree/put_back'

export const APP_ROOT = new URL('../', import.meta.url)

function importer(filePath: string) {
  if (filePath.startsWith('./') || filePath.startsWith('../')) {
    return import(new URL(filePath, APP_ROOT).href)
  }
  return import(filePath)
}

/** The application before any environment is chosen; the entry points beside this file start it. */
export function ignite() {
  return new Ignitor(APP_ROOT, { importer }).tap((app) => {
    app.initiating(() => putBackTorn(app.makePath()))
    app.booting(async () => {
      await import('#start/env')
    })
    app.listen('SIGTERM', () => stop(app, 143))
    app.listen('SIGINT', () => stop(app, 130))
  })
}

/**
 * A service that is still starting cannot close in order what it is opening: it would hang half open. A test run has
 * nothing to finish.
 */
function stop(app: ApplicationService, exitCode: number) {
  const environment = app.getEnvironment()
  const starting = !app.isReady && !app.isTerminating && !app.isTerminated
  if (environment === 'test' || (starting && environment === 'web')) process.exit(exitCode)
  return app.terminate()
}
