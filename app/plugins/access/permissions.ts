import { definePermissions } from '#kernel/permissions/main'

export const userPermissions = definePermissions({
  list: ['system:user:list', 'List users'],
  show: ['system:user:show', 'See a user'],
  create: ['system:user:create', 'Create users'],
  update: ['system:user:update', 'Change users'],
  delete: ['system:user:delete', 'Delete users'],
  erase: ['system:user:erase', 'Erase the personal data of users'],
  password: ['system:user:password', 'Set a user’s password'],
  status: ['system:user:status', 'Enable and disable users'],
  roles: ['system:user:roles', 'Give roles to users and take them away'],
  unlock: ['system:user:unlock', 'Lift the lock of an account'],
  export: ['system:user:export', 'Export users'],
  import: ['system:user:import', 'Import users'],
})

export const rolePermissions = definePermissions({
  list: ['system:role:list', 'List roles'],
  show: ['system:role:show', 'See a role'],
  create: ['system:role:create', 'Create roles'],
  update: ['system:role:update', 'Change roles'],
  delete: ['system:role:delete', 'Delete roles'],
  menus: ['system:role:menus', 'Choose a role’s menus and buttons'],
  dataScope: ['system:role:data-scope', 'Choose which rows a role reaches'],
  export: ['system:role:export', 'Export roles'],
})

export const menuPermissions = definePermissions({
  list: ['system:menu:list', 'List menus'],
  show: ['system:menu:show', 'See a menu'],
  create: ['system:menu:create', 'Create menus'],
  update: ['system:menu:update', 'Change menus'],
  delete: ['system:menu:delete', 'Delete menus'],
  export: ['system:menu:export', 'Export menus'],
})

export const departmentPermissions = definePermissions({
  list: ['system:department:list', 'List departments'],
  show: ['system:department:show', 'See a department'],
  create: ['system:department:create', 'Create departments'],
  update: ['system:department:update', 'Change and move departments'],
  delete: ['system:department:delete', 'Delete departments'],
  export: ['system:department:export', 'Export departments'],
})

export const positionPermissions = definePermissions({
  list: ['system:position:list', 'List positions'],
  show: ['system:position:show', 'See a position'],
  create: ['system:position:create', 'Create positions'],
  update: ['system:position:update', 'Change positions'],
  delete: ['system:position:delete', 'Delete positions'],
  export: ['system:position:export', 'Export positions'],
})

export const sessionPermissions = definePermissions({
  list: ['system:session:list', 'List the sessions of users'],
  end: ['system:session:end', 'End sessions of users'],
})

export const securityEventPermissions = definePermissions({
  list: ['system:security-event:list', 'See the login history of users'],
})

export const cataloguePermissions = definePermissions({
  list: ['system:permission:list', 'See which permissions there are'],
  explain: ['system:access:explain', 'Ask why somebody may or may not do something'],
})

export const systemPermissions = definePermissions({
  plugins: ['system:plugin:list', 'See which plugins there are'],
  health: ['system:health:show', 'See how the service is'],
})

const prefixed = <Set extends object>(prefix: string, set: Set) =>
  Object.fromEntries(Object.entries(set).map(([name, value]) => [`${prefix}.${name}`, value]))

/** All of the plugin's, for its manifest. */
export const accessPermissions = {
  ...prefixed('user', userPermissions),
  ...prefixed('role', rolePermissions),
  ...prefixed('menu', menuPermissions),
  ...prefixed('department', departmentPermissions),
  ...prefixed('position', positionPermissions),
  ...prefixed('session', sessionPermissions),
  ...prefixed('securityEvent', securityEventPermissions),
  ...prefixed('catalogue', cataloguePermissions),
  ...prefixed('system', systemPermissions),
}
