import type { ApplicationService } from '@adonisjs/core/types'
import { CommonKeys, RequestKeys } from '#kernel/rate_limit/request_keys'
import { Bus } from '#kernel/state/bus'
import { Versions } from '#kernel/state/versions'
import { SignedTokens } from '#kernel/tokens/signed_tokens'
import { EntitlementsBook, NoEntitlements } from './entitlements.js'
import { BearerKeys } from './guard/bearer_keys.js'
import type { IdentityConfig } from './identity_config.js'
import { LoginAttempts } from './login/login_attempts.js'
import { PasswordHashing } from './login/password_hashing.js'
import { SessionLogin } from './login/session_login.js'
import { AccessTokens } from './sessions/access_tokens.js'
import { KnownSessions } from './sessions/known_sessions.js'
import { DEPARTMENTS_KEY } from './queries/department_names.js'
import { RefreshPolicy } from './sessions/refresh_policy.js'
import { RefreshSecrets } from './sessions/refresh_secrets.js'
import { SessionRegistry } from './sessions/session_registry.js'

export default class IdentityProvider {
  constructor(protected app: ApplicationService) {}

  register() {
    const { container } = this.app
    const config = () => this.app.config.get<IdentityConfig>('identity')
    const appKey = () => this.app.config.get<{ release(): string }>('app.appKey').release()

    container.singleton(LoginAttempts, () => new LoginAttempts(config().lockout))
    container.singleton(PasswordHashing, () => new PasswordHashing())
    container.singleton(RefreshSecrets, () => new RefreshSecrets(appKey()))
    container.singleton(
      RefreshPolicy,
      () => new RefreshPolicy(config().refreshTokenSeconds, config().refreshGraceSeconds)
    )
    container.singleton(AccessTokens, () => {
      const secrets = config().secrets.map((secret) => secret.release())
      return new AccessTokens(new SignedTokens('chancery', secrets), config().accessTokenSeconds)
    })
    container.singleton(
      KnownSessions,
      async (resolver) =>
        new KnownSessions(await resolver.make(Versions), await resolver.make(CommonKeys))
    )
    container.singleton(
      BearerKeys,
      async (resolver) =>
        new BearerKeys(await resolver.make(KnownSessions), await resolver.make(AccessTokens))
    )
    container.singleton(RequestKeys, (resolver) => resolver.make(BearerKeys))
    container.singleton(EntitlementsBook, () => new NoEntitlements())
    container.singleton(SessionRegistry, async (resolver) => {
      const [versions, bus] = await Promise.all([resolver.make(Versions), resolver.make(Bus)])
      return new SessionRegistry(versions, bus)
    })
    container.singleton(SessionLogin, async (resolver) => {
      const [secrets, accessTokens] = await Promise.all([
        resolver.make(RefreshSecrets),
        resolver.make(AccessTokens),
      ])
      return new SessionLogin(secrets, accessTokens, config().refreshTokenSeconds)
    })
  }

  async boot() {
    const common = await this.app.container.make(CommonKeys)
    common.watch(DEPARTMENTS_KEY)
  }
}
