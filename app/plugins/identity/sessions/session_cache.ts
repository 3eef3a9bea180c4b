import { actAsSystem, type Operator } from '#kernel/acting/main'
import { storedToIso } from '#kernel/database/main'
import type { CommonKeys } from '#kernel/rate_limit/main'
import { clock, VersionedCache, type Stamp, type Versions } from '#kernel/state/main'
import { type Language, LANGUAGES } from '#kernel/languages/main'
import Session from '../models/session.js'
import User from '../models/user.js'
import type { Profile } from '../transformers/current_user_transformer.js'
import type { AccessClaims } from './access_tokens.js'
import type { SessionPolicy } from './session_policy.js'
import { sessionKey, userKey } from './session_registry.js'

const CACHED_SESSIONS = 20_000

export interface CachedSession {
  operator: Operator
  profile: Profile
  /** The user's row as the database gave it. */
  user: Record<string, unknown>
  expiresAtMs: number
}

/** The sessions of access tokens, each loaded once per node, and again when its stamp says that it or its user changed. */
export class SessionCache {
  readonly #cache = new VersionedCache<CachedSession>(CACHED_SESSIONS)

  constructor(
    private readonly versions: Versions,
    private readonly common: CommonKeys,
    private readonly policy: SessionPolicy
  ) {}

  /** What the stamp of a session's requests covers. */
  keysOf({ sid, userId }: AccessClaims): string[] {
    return [sessionKey(sid), userKey(userId), ...this.common.all]
  }

  /**
   * @param stamp of `keysOf(claims)`, where the request has already read it
   * @returns `null` when the session is over or its user gone or disabled
   */
  async find(claims: AccessClaims, stamp?: Stamp | null): Promise<CachedSession | null> {
    const current = stamp === undefined ? await this.versions.read(this.keysOf(claims)) : stamp
    const cacheKey = `${claims.sid} ${claims.userId}`
    const cached = this.#cache.get(cacheKey, current)
    const session = cached ?? (await actAsSystem('load a session', () => this.#load(claims)))
    if (!session) return null

    if (!cached) this.#cache.set(cacheKey, current, session)
    return session.expiresAtMs > clock.now() ? session : null
  }

  async #load({ sid, userId }: AccessClaims): Promise<CachedSession | null> {
    const session = await Session.query().where({ sid, userId }).whereNull('endedAt').first()
    if (!session) return null

    const [user] = await User.query()
      .where('id', userId)
      .where('status', 'enabled')
      .pojo<Record<string, unknown>>()
    if (!user) return null

    const profile = profileOf(user)
    const { username, nickname, departmentId, language } = profile
    const operator: Operator = Object.freeze({
      id: userId,
      sessionId: session.id,
      username,
      nickname,
      departmentId,
      language,
    })
    const endMs = this.policy.endMs(session.createdAt.toMillis())
    return { operator, profile, user, expiresAtMs: Math.min(session.expiresAt.toMillis(), endMs) }
  }
}

function profileOf(row: Record<string, unknown>): Profile {
  const text = (column: string) => (row[column] === null ? null : String(row[column]))
  return Object.freeze({
    id: Number(row.id),
    username: String(row.username),
    nickname: String(row.nickname),
    avatar: text('avatar'),
    email: text('email'),
    phone: text('phone'),
    language: languageNamed(row.language),
    departmentId: row.department_id === null ? null : Number(row.department_id),
    positionId: row.position_id === null ? null : Number(row.position_id),
    updatedAt: storedToIso(row.updated_at),
  })
}

/** `null` for one that a later version knows. */
function languageNamed(name: unknown): Language | null {
  return LANGUAGES.find((language) => language === name) ?? null
}
