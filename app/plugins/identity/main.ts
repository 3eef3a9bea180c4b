export type { IdentityConfig } from './identity_config.js'
export { sessionGuard } from './guard/session_guard.js'
export { EntitlementsBook, type Entitlements, type MenuNode } from './entitlements.js'
export { ADMINISTRATOR } from './database/seeders/first_administrator.js'
export { LoginAttempts } from './login/login_attempts.js'
export { PasswordHashing } from './login/password_hashing.js'
export { recordSecurityEvent } from './security_log.js'
export { accountName } from './validators/username_validator.js'
export { avatar, email, nickname, phone } from './validators/person_fields.js'
export { assertStrong, newPassword } from './validators/password_validator.js'
export { DEPARTMENTS_KEY, departmentNameOf } from './queries/department_name.js'
export {
  SessionRegistry,
  SESSIONS_ENDED,
  USERS_CHANGED,
  userKey,
  type EndedSession,
  type SessionsEnded,
  type UsersChanged,
} from './sessions/session_registry.js'
export { SessionCache } from './sessions/session_cache.js'
export { AccessTokens } from './sessions/access_tokens.js'
export { clientDetails, type ClientDetails } from './sessions/client_details.js'
export { emailTaken } from './email_taken.js'
export { blankAccount } from './erasure/erase_account.js'
export { UnlockAccount } from './actions/unlock_account.js'
export { SetPassword } from './actions/set_password.js'
export { default as Department, type Status } from './models/department.js'
export { default as User } from './models/user.js'
export { default as AccountLock } from './models/account_lock.js'
export { default as ReachedSecurityEvent } from './models/reached_security_event.js'
export { default as ReachedSession } from './models/reached_session.js'
export { SECURITY_EVENT_TYPES } from './models/security_event.js'
export { EndedSessions } from './queries/ended_sessions.js'
export { END_REASONS, type EndReason } from './models/session.js'
export { eventsOfPerson, eventsOfReached } from './queries/event_filters.js'
export { EVERYTHING, ofReached, reachOfUsers } from './queries/reached_people.js'
export { SessionPolicy } from './sessions/session_policy.js'
export { menusIn } from './transformers/menus_in.js'
export { menuNodeShape, profileColumns } from './transformers/current_user_transformer.js'
export { eventColumns } from './transformers/security_event_transformer.js'
export { namesContain, operatorOf, People, type Card } from './queries/people.js'
