import { existsSync, readFileSync } from 'node:fs'
import type { ApplicationService } from '@adonisjs/core/types'

/** As `package.json` names it; a build may come without one. */
export function ownVersion(app: ApplicationService): string {
  const file = app.makePath('package.json')
  if (!existsSync(file)) return '0.0.0'
  const { version = '0.0.0' } = JSON.parse(readFileSync(file, 'utf8')) as { version?: string }
  return version
}
