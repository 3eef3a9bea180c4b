import 'reflect-metadata'
import { Ignitor } from '@adonisjs/core'
import type { ApplicationService } from '@adonisjs/core/types'
import { putBackTorn } from '#kernel/source_tree/main'

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

/** A service that is still starting ends at once: what is half open cannot be closed in order. A test run has nothing to finish. */
async function stop(app: ApplicationService, exitCode: number) {
  const environment = app.getEnvironment()
  if (environment === 'test' || (environment === 'web' && !app.isReady && !app.isTerminating))
    process.exit(exitCode)
  await app.terminate()
}
