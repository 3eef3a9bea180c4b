import { home, tree, type DepartmentName, type MatrixRole } from './cases.js'

/** Whose a row of the subject is; `me` is the operator of the case. */
export interface MatrixRow {
  readonly id: number
  readonly owner: 'me' | 'other' | null
  readonly department: DepartmentName | null
  /** Whether it reaches the operator in a further way, whatever the scope of the roles that grant. */
  readonly shared?: boolean
}

/** Whether the roles let see a row: naive on purpose, and knowing nothing of reaches. */
export function maySee(roles: readonly MatrixRole[], row: MatrixRow): boolean {
  const granting = roles.filter(({ grants }) => grants)
  return granting.some((role) => row.shared === true || roleSees(role, row))
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
