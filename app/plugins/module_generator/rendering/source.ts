import type { FieldSpec, ModuleSpec } from '../plan/module_spec.js'

/** Where rows to choose from are listed. */
export interface Source {
  path: string
  /** Parameters that this list needs with each request. */
  query: string | null
  /** Member of a row that stands for it. */
  label: string | null
  /** Whether a row is made by posting a file. */
  upload: boolean
}

/** Where a console finds the rows that a field may refer to; `null` where it refers to none. */
export function sourceOf({ type, target }: FieldSpec, spec: ModuleSpec): Source | null {
  switch (type) {
    case 'user':
      return source('/app/system/users', 'nickname')
    case 'department':
      return source('/app/system/departments', 'name', { query: 'flat=true' })
    case 'file':
      return source('/app/files', 'name', { upload: true })
    case 'tree':
      return source(spec.path, spec.labelField)
    case 'belongsTo':
    case 'manyToMany':
      return target && source(target.path, target.label)
    default:
      return null
  }
}

function source(
  path: string,
  label: string | null,
  { query = null, upload = false }: { query?: string | null; upload?: boolean } = {}
): Source {
  return { path, query, label, upload }
}
