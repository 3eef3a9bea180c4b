import type { Shaped } from '#kernel/contracts/main'
import type { pageDescriptionSchema } from '#plugins/module_generator/main'

/** All that a console knows of a module. */
export type Page = Shaped<typeof pageDescriptionSchema>
export type Field = Page['form']['fields'][number]
export type LineField = NonNullable<Field['lines']>[number]
export type Filter = Page['list']['filters'][number]
export type Source = NonNullable<Field['source']>

export type Row = Record<string, unknown> & { id: number }
export type Body = Record<string, unknown>

export interface Listed {
  items: Row[]
  total: number | null
  nextCursor?: string | null
}
