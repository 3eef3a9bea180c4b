import { User } from '#plugins/identity/main'

export interface UserCount {
  id: number
  users: number
}

/** How many users within reach departments and roles have; those without any are left out. */
export class UserCounts {
  /** Of each department itself, without those beneath it. */
  ofDepartments(): Promise<UserCount[]> {
    return counted(User.query().whereNotNull('users.department_id'), 'users.department_id')
  }

  ofRoles(): Promise<UserCount[]> {
    const withRoles = User.query().join('user_roles', 'user_roles.user_id', 'users.id')
    return counted(withRoles, 'user_roles.role_id')
  }
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
