import db from '@adonisjs/lucid/services/db'

/** Who has a role, for plugins that address people by it. */
export class RoleHolders {
  /** Ids of operators with any of these roles, in order. */
  async of(roleIds: readonly number[]): Promise<number[]> {
    if (roleIds.length === 0) return []
    const rows = await db
      .from('user_roles')
      .whereIn('role_id', [...roleIds])
      .distinct('user_id')
      .orderBy('user_id')
    return rows.map((row) => Number(row.user_id))
  }
}
