import db from '@adonisjs/lucid/services/db'
import { E_BAD_REQUEST } from '#kernel/http/errors'
import { E_COLUMN_LOSS } from '../errors.js'
import type { Alteration } from '../rendering/alteration.js'

/** @throws E_COLUMN_LOSS where a column goes that holds data */
export async function assertNoLoss({ tables }: Alteration): Promise<void> {
  const errors = []
  for (const { table, dropped } of tables)
    for (const field of dropped)
      if (await db.from(table).whereNotNull(field).select(field).first())
        errors.push({
          field,
          rule: 'loss',
          message: `Column "${field}" of "${table}" holds data`,
        })
  if (errors.length > 0) throw new E_COLUMN_LOSS(undefined, { errors })
}

/** @throws E_BAD_REQUEST where rows that are there have the same values, and must not from now on */
export async function assertDistinct({ tables }: Alteration): Promise<void> {
  for (const { table, unique } of tables)
    for (const columns of unique) {
      const query = db.from(table).select(columns).groupBy(columns).havingRaw('count(*) > 1')
      for (const column of columns) void query.whereNotNull(column)
      if (await query.first())
        throw new E_BAD_REQUEST(
          `Rows of "${table}" have the same ${columns.join(' and ')}; make them differ first, or leave the plan as it was`
        )
    }
}
