import 'reflect-metadata'
import { Ignitor } from '@adonisjs/core'
import type { ApplicationService } from '@adonisjs/core/types'
import { noteStep } from '#kernel/boot/main'
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
    app.listen('SIGTERM', () => stop(app, 'SIGTERM', 143))
    app.listen('SIGINT', () => stop(app, 'SIGINT', 130))
  })
}

/**
 * A service that is still starting cannot close in order what it is opening: it would hang half open. A test run has
 * nothing to finish.
 */
async function stop(app: ApplicationService, signal: NodeJS.Signals, exitCode: number) {
  const since = performance.now()
  const environment = app.getEnvironment()
  const starting = !app.isReady
  if (environment === 'test') process.exit(exitCode)
  if (app.isTerminating || app.isTerminated) return
  if (starting && environment === 'web') {
    if (app.isBooted) await noteStep(app, `${signal} came during the start, which ends`, { signal })
    process.exit(exitCode)
  }
  await noteStep(app, `${signal} came: the service stops`, { signal })
  await app.terminate()
  const ms = Math.ceil(performance.now() - since)
  await noteStep(app, 'The service has stopped', { signal, ms })
}
