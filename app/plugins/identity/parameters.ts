import { defineParameters, parameter } from '#kernel/parameters/main'

export const identityParameters = defineParameters('identity', {
  loginMaxFailures: parameter.integer({
    title: 'Wrong passwords before an account is locked',
    description: 'How many wrong passwords in a row lock an account.',
    max: 100,
    default: (configuration) => configuration.get('identity.lockout.maxFailures'),
  }),
  loginLockMinutes: parameter.integer({
    title: 'Minutes that an account stays locked',
    description: 'A lock that is in force ends when it was to end.',
    max: 43_200,
    default: (configuration) => configuration.get('identity.lockout.lockMinutes'),
  }),
  sessionsPerUser: parameter.integer({
    title: 'Open sessions of one user',
    description: 'When one more opens, the one used longest ago ends.',
    max: 1_000,
    default: (configuration) => configuration.get('identity.sessions.perUser'),
  }),
})
