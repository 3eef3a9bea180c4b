import { inject } from '@adonisjs/core'
import { E_VALIDATION } from '#kernel/errors/main'
import type { Draft } from './draft.js'
import { DraftFromFields } from './draft_from_fields.js'
import { DraftFromPrompt } from './draft_from_prompt.js'
import { DraftFromTable } from './draft_from_table.js'

export interface DraftRequest {
  name?: string
  fields?: string
  table?: string
  prompt?: string
}

const WAYS = 'Give one of: fields (with name), table, prompt'

/** The three ways in. */
@inject()
export class DraftPlan {
  constructor(
    private readonly fromFields: DraftFromFields,
    private readonly fromTable: DraftFromTable,
    private readonly fromPrompt: DraftFromPrompt
  ) {}

  handle({ name, fields, table, prompt }: DraftRequest): Promise<Draft> {
    const given = [fields, table, prompt].filter((way) => way !== undefined)
    if (given.length !== 1) throw refusal('fields', WAYS)
    if (table !== undefined) return this.fromTable.handle(table, name)
    if (prompt !== undefined) return this.fromPrompt.handle(prompt, name)
    if (name === undefined)
      throw refusal('name', 'Field lines need the name of the module beside them')
    return this.fromFields.handle(name, fields!)
  }
}

function refusal(field: string, message: string) {
  return new E_VALIDATION(undefined, { errors: [{ field, rule: 'required', message }] })
}
