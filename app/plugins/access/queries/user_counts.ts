import { User } from '#plugins/identity/main'

export interface UserCount {
  id: number
  users: number
}

/** How many users within reach each department has itself; those without any are left out. */
export function usersOfDepartments(): Promise<UserCount[]> {
  return counted(User.query().whereNotNull('users.department_id'), 'users.department_id')
}

/** The same of roles. */
export function usersOfRoles(): Promise<UserCount[]> {
  const withRoles = User.query().join('user_roles', 'user_roles.user_id', 'users.id')
  return counted(withRoles, 'user_roles.role_id')
}

async function counted(query: ReturnType<typeof User.query>, key: string): Promise<UserCount[]> {
  const rows = await query
    .groupBy(key)
    .orderBy(key)
    .select(`${key} as id`)
    .count('* as users')
    .pojo<UserCount>()
  return rows.map(({ id, users }) => ({ id: Number(id), users: Number(users) }))
}
