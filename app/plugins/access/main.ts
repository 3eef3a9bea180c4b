export type { AccessConfig } from './settings.js'
export { EndSessions } from './actions/end_sessions.js'
export { SeedDemoOrganisation } from './demo/seed_demo_organisation.js'
export { DEMO_PASSWORD } from './demo/organisation.js'
export { AccessCache, ROLES_KEY } from './snapshot/access_cache.js'
export { GrantCache } from './snapshot/grant_cache.js'
export { Grants } from './snapshot/grants.js'
export { default as Role, DATA_SCOPES, type DataScope } from './models/role.js'
export { default as Menu, type MenuType } from './models/menu.js'
export type {
  Person,
  RoleDefinition,
  RoleRecord,
  AccessSnapshot,
} from './snapshot/access_snapshot.js'
export { RoleHolders } from './queries/role_holders.js'
