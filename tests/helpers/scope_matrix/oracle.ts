import { home, tree, type DepartmentName, type MatrixRole } from './cases.js'

/** Whose a row of the subject is; `me` is the operator of the case. */
export interface MatrixRow {
  readonly id: number
  readonly owner: 'me' | 'other' | null
  readonly department: DepartmentName | null
}

/** Whether the roles let see a row: naive on purpose, and knowing nothing of reaches. */
export function maySee(roles: readonly MatrixRole[], row: MatrixRow): boolean {
  return roles.filter(({ grants }) => grants).some((role) => roleSees(role, row))
}

function roleSees({ scope, departments }: MatrixRole, { owner, department }: MatrixRow): boolean {
  switch (scope) {
    case 'all':
      return true
    case 'self':
      return owner === 'me'
    case 'department':
      return department === home
    case 'department_and_below':
      return department !== null && liesUnder(department, home)
    case 'custom':
      return department !== null && departments.includes(department)
  }
}

export function liesUnder(department: DepartmentName, above: DepartmentName): boolean {
  if (department === above) return true
  const { under } = tree[department]
  return under !== null && liesUnder(under, above)
}
