import type { GuardConfigProvider } from '@adonisjs/auth/types'
import type { HttpContext } from '@adonisjs/core/http'
import { SessionOpener } from '../login/session_opener.js'
import { AccessTokens } from '../sessions/access_tokens.js'
import { SessionCache } from '../sessions/session_cache.js'
import { BearerKeys } from './bearer_keys.js'
import { SessionGuard, type SessionGuardParts } from './session_guard.js'

/** For `config/auth.ts`: the guard of this plugin's sessions. */
export function sessionGuard(): GuardConfigProvider<(ctx: HttpContext) => SessionGuard> {
  return {
    async resolver(_name, { container }) {
      const parts: SessionGuardParts = {
        accessTokens: await container.make(AccessTokens),
        sessions: await container.make(SessionCache),
        bearerKeys: await container.make(BearerKeys),
        opener: await container.make(SessionOpener),
      }
      return (ctx) => new SessionGuard(ctx, parts)
    },
  }
}
