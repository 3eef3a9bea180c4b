type Option = 'seconds' | 'seed' | 'database'

export interface Soak {
  name: string
  /** From the project's root. */
  script: string
  args?: readonly string[]
  /** Which options of `npm run soak` it takes. */
  takes: readonly Option[]
}

const ALL: readonly Option[] = ['seconds', 'seed', 'database']

const SOAKS: readonly Soak[] = [
  { name: 'documents', script: 'tests/chaos/documents/walker/main.ts', takes: ALL },
  {
    name: 'documents-kills',
    script: 'tests/chaos/documents/main.ts',
    args: ['--fault', 'kills'],
    takes: ALL,
  },
  { name: 'uploads', script: 'tests/chaos/uploads/main.ts', takes: ALL },
  { name: 'accounts', script: 'tests/chaos/accounts/main.ts', takes: ALL },
  { name: 'permissions', script: 'tests/chaos/permissions/main.ts', takes: ALL },
  { name: 'messaging', script: 'tests/chaos/conversations/main.ts', takes: ALL },
  { name: 'messaging-frames', script: 'tests/chaos/conversations/fuzz.ts', takes: ALL },
  { name: 'api', script: 'tests/conformance/openapi/fuzz/main.ts', takes: ALL },
  { name: 'generator', script: 'tests/generator/main.ts', takes: ALL },
  { name: 'restarts', script: 'tests/chaos/restarts/main.ts', takes: ['seconds', 'seed'] },
]

/** All of them where no name is given. */
export function findSoaks(names: readonly string[]): readonly Soak[] {
  if (names.length === 0) return SOAKS
  return names.map((name) => {
    const found = SOAKS.find((soak) => soak.name === name)
    if (found) return found
    throw new Error(`There is no "${name}"; there are ${SOAKS.map((soak) => soak.name).join(', ')}`)
  })
}
