import type { ApplicationService } from '@adonisjs/core/types'
import { Metrics } from '#kernel/metrics/main'
import { LoggedNotices, Notices, PersonalData, removeEldest, Retention } from '#kernel/plugins/main'
import { Parameters } from '#kernel/parameters/main'
import { CommonKeys, RequestKeys } from '#kernel/rate_limit/main'
import { Bus, Versions } from '#kernel/state/main'
import { SignedTokens } from '#kernel/tokens/main'
import { EntitlementsBook, NoEntitlements } from './entitlements.js'
import { eraseLogins } from './erasure/erase_account.js'
import { BearerKeys } from './guard/bearer_keys.js'
import type { IdentityConfig } from './identity_config.js'
import { AddressLimits } from './login/address_limits.js'
import { LoginAttempts } from './login/login_attempts.js'
import { LoginThrottle } from './login/login_throttle.js'
import { PasswordHashing } from './login/password_hashing.js'
import { RefusedLogins } from './login/refused_logins.js'
import { removeLoginAttempts, removeSessions } from './retention/expired_rows.js'
import { AccessTokens } from './sessions/access_tokens.js'
import { SessionCache } from './sessions/session_cache.js'
import { DEPARTMENTS_KEY } from './queries/department_name.js'
import { POSITIONS_KEY } from './queries/position_name.js'
import { Directory } from './queries/directory.js'
import { RefreshSecrets } from './sessions/refresh_secrets.js'
import { SessionPolicy } from './sessions/session_policy.js'
import { SessionRegistry } from './sessions/session_registry.js'

export default class IdentityProvider {
  constructor(protected app: ApplicationService) {}

  register() {
    const { container } = this.app
    const config = () => this.app.config.get<IdentityConfig>('identity')
    const appKey = () => this.app.config.get<{ release(): string }>('app.appKey').release()

    container.singleton(LoginAttempts, () => new LoginAttempts())
    container.singleton(LoginThrottle, async (resolver) => {
      const attempts = await resolver.make(LoginAttempts)
      const hashing = await resolver.make(PasswordHashing)
      const [parameters, addresses] = [await resolver.make(Parameters), config().lockout]
      return new LoginThrottle(attempts, hashing, parameters, new AddressLimits(addresses))
    })
    container.singleton(RefusedLogins, () => new RefusedLogins())
    container.singleton(PasswordHashing, () => new PasswordHashing())
    container.singleton(RefreshSecrets, () => new RefreshSecrets(appKey()))
    container.singleton(SessionPolicy, () => new SessionPolicy(config().sessions))
    container.singleton(AccessTokens, () => {
      const { secret, previousSecret: previous, accessTokenSeconds } = config()
      const verifyOnly = previous && {
        secret: previous.secret.release(),
        atMs: previous.replacedAtMs,
        forSeconds: accessTokenSeconds,
      }
      const signed = new SignedTokens('chancery', [secret.release()], verifyOnly)
      return new AccessTokens(signed, accessTokenSeconds)
    })
    container.singleton(
      SessionCache,
      async (resolver) =>
        new SessionCache(
          await resolver.make(Versions),
          await resolver.make(CommonKeys),
          await resolver.make(SessionPolicy)
        )
    )
    container.singleton(
      BearerKeys,
      async (resolver) =>
        new BearerKeys(await resolver.make(SessionCache), await resolver.make(AccessTokens))
    )
    container.singleton(RequestKeys, (resolver) => resolver.make(BearerKeys))
    container.singleton(Directory, () => new Directory(config().people ?? 'everybody'))
    container.singleton(EntitlementsBook, () => new NoEntitlements())
    container.singleton(SessionRegistry, async (resolver) => {
      const [versions, bus] = await Promise.all([resolver.make(Versions), resolver.make(Bus)])
      return new SessionRegistry(versions, bus)
    })
    container.singleton(Notices, async () => new LoggedNotices(await container.make('logger')))
  }

  async boot() {
    const { container } = this.app
    const common = await container.make(CommonKeys)
    common.watch(DEPARTMENTS_KEY, POSITIONS_KEY)
    this.#registerRetention(await container.make(Retention))
    const personal = await container.make(PersonalData)
    personal.hold({ plugin: 'identity', erase: eraseLogins })
    const metrics = await container.make(Metrics)
    metrics.tell({
      name: 'chancery_logins_refused_total',
      help: 'Logins that were refused, by why.',
      type: 'counter',
      label: 'why',
      read: async () => (await container.make(RefusedLogins)).counts,
    })
  }

  #registerRetention(retention: Retention) {
    const { retention: days } = this.app.config.get<IdentityConfig>('identity')
    retention.keep({ table: 'sessions', days: days.sessions, remove: removeSessions })
    retention.keep({
      table: 'security_events',
      days: days.security_events,
      remove: (before, most) => removeEldest('security_events', before, most),
    })
    retention.keep({
      table: 'login_attempts',
      days: days.login_attempts,
      remove: removeLoginAttempts,
    })
  }
}
