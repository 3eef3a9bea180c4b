import type { Claims } from './tokens.js'

/** The members that the command `license` answers with, for an unlimited community build. */
export const licenseOf = (version: string): Claims => ({
  license: {
    start_date: '2026-01-01T00:00:00.000Z',
    end_date: null,
    timelimited: false,
    trial: false,
    developer: false,
    branding: false,
    customization: false,
    advanced_api: false,
    connections: 20,
    connections_view: 20,
    users_count: 0,
    users_view_count: 0,
    users_expire: 1,
    customer_id: '',
    alias: '',
    multitenancy: false,
  },
  server: {
    workersCount: 1,
    resultType: 3,
    packageType: 0,
    buildDate: '2026-01-01T00:00:00.000Z',
    buildVersion: version.split('.').slice(0, 3).join('.'),
    buildNumber: Number(version.split('.')[3] ?? 0),
  },
  quota: { users: [], users_view: [] },
})
