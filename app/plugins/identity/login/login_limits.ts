import type { Parameters, ParameterValues } from '#kernel/parameters/main'
import { identityParameters } from '../parameters.js'

const { loginMaxFailures, loginLockMinutes, sessionsPerUser } = identityParameters
const LIMITS = { maxFailures: loginMaxFailures, lockMinutes: loginLockMinutes, sessionsPerUser }

/** What administrators set of logins, as it is when one begins. */
export type LoginLimits = ParameterValues<typeof LIMITS>

export function loginLimits(parameters: Parameters): Promise<LoginLimits> {
  return parameters.all(LIMITS)
}
