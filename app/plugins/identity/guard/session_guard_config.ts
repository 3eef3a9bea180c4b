import type { GuardConfigProvider } from '@adonisjs/auth/types'
import type { HttpContext } from '@adonisjs/core/http'
import type { SessionGuard } from './session_guard.js'

/** For `config/auth.ts`: the guard of this plugin's sessions. */
export function sessionGuard(): GuardConfigProvider<(ctx: HttpContext) => SessionGuard> {
  return {
    async resolver(_name, app) {
      const { sessionGuardFactory } = await import('./session_guard_factory.js')
      return sessionGuardFactory(app)
    },
  }
}
