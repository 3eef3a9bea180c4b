import { pageDescription, type PageDescription, type PageField } from './page_description.js'
import { shapeFault } from './shape_fault.js'

type LineField = NonNullable<PageField['fields']>[number]

/** What each of these types cannot be shown without. */
const NEEDED = { choice: 'choices', reference: 'reference', lines: 'fields' } as const

/** What is wrong with a page by itself, as the end of a sentence; `null` where nothing is. */
export function pageFault(page: unknown): string | null {
  const fault = shapeFault(pageDescription, page)
  if (!fault) return fieldsFault((page as PageDescription).fields)
  const place = fault.path.map((step) => (/^\d+$/.test(step) ? `[${step}]` : `.${step}`)).join('')
  return `${place.slice(1)} ${fault.says}`.trim()
}

function fieldsFault(fields: readonly (PageField | LineField)[]): string | null {
  const names = new Set<string>()
  for (const field of fields) {
    if (names.has(field.name)) return `has the field "${field.name}" twice`
    names.add(field.name)
    const fault = fieldFault(field)
    if (fault) return fault
  }
  return null
}

function fieldFault(field: PageField): string | null {
  const needed = NEEDED[field.type as keyof typeof NEEDED]
  if (needed && !field[needed] && !(field.type === 'choice' && field.dictionary))
    return `has the ${field.type} field "${field.name}" without "${needed}"`
  return fieldsFault(field.fields ?? [])
}
