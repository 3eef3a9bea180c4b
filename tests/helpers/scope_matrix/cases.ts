/** A small organisation for the matrix: departments by their place under each other. */
export const tree = {
  head: { under: null },
  sales: { under: 'head' },
  north: { under: 'sales' },
  south: { under: 'sales' },
  finance: { under: 'head' },
  island: { under: null },
} as const satisfies Record<string, { under: string | null }>

export type DepartmentName = keyof typeof tree

/** Where the operator of every case works. */
export const home: DepartmentName = 'sales'

export const scopes = ['all', 'department_and_below', 'department', 'custom', 'self'] as const
export type ScopeName = (typeof scopes)[number]

export interface MatrixRole {
  readonly scope: ScopeName
  /** The departments of a role whose scope is `custom`. */
  readonly departments: readonly DepartmentName[]
  /** Whether the role grants the permissions of the subject. */
  readonly grants: boolean
}

export interface MatrixCase {
  readonly title: string
  readonly roles: readonly MatrixRole[]
}

export const verbs = [
  'list',
  'count',
  'show',
  'update',
  'delete',
  'bulkDelete',
  'export',
  'preload',
] as const
export type Verb = (typeof verbs)[number]

const role = (scope: ScopeName, grants = true): MatrixRole => ({
  scope,
  departments: scope === 'custom' ? ['finance', 'island'] : [],
  grants,
})

/** For each scope one role that has it, beside a role that sees all but does not grant; and one role that grants nothing. */
export const shortCases: readonly MatrixCase[] = [
  ...scopes.map((scope) => ({
    title: `${scope}, beside all in a role that does not grant`,
    roles: [role(scope), role('all', false)],
  })),
  { title: 'all in a role that does not grant', roles: [role('all', false)] },
]

/** For each scope: one role that has it; with one of another scope; beside a role that sees all but does not grant; and ungranted. */
export const fullCases: readonly MatrixCase[] = scopes.flatMap((scope, index) => {
  const other = scopes[(index + 2) % scopes.length]!
  return [
    { title: `${scope}`, roles: [role(scope)] },
    { title: `${scope} and ${other}`, roles: [role(scope), role(other)] },
    {
      title: `${scope}, beside all in a role that does not grant`,
      roles: [role(scope), role('all', false)],
    },
    { title: `${scope} in a role that does not grant`, roles: [role(scope, false)] },
  ]
})
