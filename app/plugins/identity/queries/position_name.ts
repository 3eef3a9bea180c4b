import Position from '../models/position.js'
import type { Profile } from '../transformers/current_user_transformer.js'

/** Version key of the positions; bumped after any change of them. */
export const POSITIONS_KEY = 'positions'

const names = new WeakMap<object, string | null>()

/**
 * The name of a user's position. It is cached with the profile of a session, which is loaded again after any change of a
 * position.
 */
export async function positionNameOf(profile: Pick<Profile, 'positionId'>): Promise<string | null> {
  const cached = names.get(profile)
  if (cached !== undefined) return cached

  const { positionId } = profile
  const position = positionId && (await Position.find(positionId))
  const name = position ? position.name : null
  names.set(profile, name)
  return name
}
