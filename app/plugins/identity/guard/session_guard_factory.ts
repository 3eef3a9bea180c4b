import type { ApplicationService } from '@adonisjs/core/types'
import type { HttpContext } from '@adonisjs/core/http'
import { SessionOpener } from '../login/session_opener.js'
import User from '../models/user.js'
import { AccessTokens } from '../sessions/access_tokens.js'
import { KnownSessions } from '../sessions/known_sessions.js'
import { BearerKeys } from './bearer_keys.js'
import { SessionGuard, type SessionGuardParts } from './session_guard.js'

export async function sessionGuardFactory(app: ApplicationService) {
  const parts: SessionGuardParts = {
    accessTokens: await app.container.make(AccessTokens),
    sessions: await app.container.make(KnownSessions),
    bearerKeys: await app.container.make(BearerKeys),
    opener: await app.container.make(SessionOpener),
    hydrate: (row) => User.$createFromAdapterResult(row)!,
  }
  return (ctx: HttpContext) => new SessionGuard(ctx, parts)
}
