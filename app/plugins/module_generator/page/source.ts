import type { FieldSpec, ModuleSpec } from '../plan/module_spec.js'
import type { PageSource } from './page_schema.js'

/** Where a console finds the rows that a field may refer to; `null` where it refers to none. */
export function sourceOf({ type, target }: FieldSpec, spec: ModuleSpec): PageSource {
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
): PageSource {
  return { path, query, label, upload }
}
