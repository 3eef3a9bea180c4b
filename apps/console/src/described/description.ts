import type { Row } from '../ask'

/** As `GET /app/system/pages` describes pages; its schema is in the API description. */
export interface PageDescription {
  /** Of the menu that opens it. */
  name: string
  title: string
  /** Path of the list and of creating; `<resource>/<id>` shows, updates and deletes. */
  resource: string
  /** Codes; an absent one means that there is no such operation. */
  permissions: { create?: string; show?: string; update?: string; delete?: string; export?: string }
  fields: Field[]
  searchable?: boolean
  sorts?: string[]
  defaultSort?: string
  tree?: { parent: string }
  several?: boolean
  version?: string
  module?: string
}

export interface Field {
  name: string
  label: string
  type: FieldType
  required?: boolean
  nullable?: boolean
  minLength?: number
  maxLength?: number
  min?: number
  max?: number
  scale?: number
  choices?: { value: string; label: string }[]
  /** Code of the dictionary that has the values of a choice. */
  dictionary?: string
  /** `query` goes with each request for its rows, such as `flat=true`; `detail` is shown beside the label. */
  reference?: { resource: string; label: string; query?: string; detail?: string }
  /** A reference to several rows: the value is a list of ids. */
  several?: boolean
  shows?: string
  fields?: Field[]
  list?: boolean
  form?: boolean
  readOnly?: boolean
  filter?: 'equals' | 'contains' | 'range'
}

/** What views that are written here say beyond a description of the service. */
export interface OwnField extends Field {
  /** In the form of a new row alone. */
  createOnly?: boolean
  secret?: boolean
  /** The value in the form, out of a row; its member of the name otherwise. */
  read?: (row: Row) => unknown
  /** What a reference shows before anything was looked for. */
  shown?: (row: Row) => { value: number; label: string }[]
}

export interface OwnPage extends PageDescription {
  /** The member that tells rows apart, where they have no `id`. */
  rowKey?: string
  fields: OwnField[]
}

export type FieldType =
  | 'text'
  | 'longText'
  | 'integer'
  | 'decimal'
  | 'boolean'
  | 'date'
  | 'instant'
  | 'choice'
  | 'reference'
  | 'lines'
  | 'file'
  | 'json'

export const columnsOf = ({ fields }: PageDescription): Field[] =>
  fields.filter(({ list, type }) => list ?? !['longText', 'lines', 'file', 'json'].includes(type))

/** What stands for a row in a sentence. */
export function nameOf(page: PageDescription, row: Row): string {
  const text = columnsOf(page).find(({ type }) => type === 'text')
  return String(row[text?.name ?? 'id'] ?? row.id)
}

export const inputsOf = (fields: readonly OwnField[]): OwnField[] =>
  fields.filter(({ form, readOnly }) => (form ?? true) && !readOnly)
