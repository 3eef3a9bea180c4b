import { column } from '@adonisjs/lucid/orm'
import type { QueryClientContract } from '@adonisjs/lucid/types/database'
import type { LucidModel, LucidRow } from '@adonisjs/lucid/types/model'
import { normalized } from '#kernel/contracts/main'

/** Values stand on lines of their own, and a folded keyword has no line break: it is found within a value alone. */
const BETWEEN = '\n'
const AT_ONCE = 200

/**
 * A text as searches compare it: without regard to case in any alphabet, to how Unicode spells a letter, and to how much
 * white space stands between words. Letters with accents are letters of their own.
 */
export function foldText(text: string): string {
  const folded = normalized(text, 'NFKC').toUpperCase().toLowerCase().replaceAll('ς', 'σ')
  return normalized(folded, 'NFKC').replace(/\s+/g, ' ')
}

/** What a row's column `search_text` holds; for statements that write rows without their model. */
export function searchTextOf(values: readonly unknown[]): string {
  return values.map((value) => foldText(String(value ?? ''))).join(BETWEEN)
}

/**
 * The column of what a list's keyword is looked for in, written with the row. Whatever else writes the attributes has to
 * write `search_text` with `searchTextOf`.
 *
 * ```ts
 * @searchText('title', 'author')
 * declare searchText: string | null
 * ```
 *
 * @param attributes of the model, all of them texts
 */
export function searchText(...attributes: readonly string[]): PropertyDecorator {
  const asColumn = column({ serializeAs: null }) as PropertyDecorator
  return (target, property) => {
    asColumn(target, property)
    const model = target.constructor as LucidModel
    model.before('save', (row) => write(row, String(property), attributes))
  }
}

function write(row: LucidRow, property: string, attributes: readonly string[]): void {
  if (row.$isPersisted && !attributes.some((name) => name in row.$dirty)) return
  const unread = row.$isLocal ? undefined : attributes.find((name) => !(name in row.$attributes))
  if (unread)
    throw new Error(
      `A ${row.constructor.name} read without "${unread}" cannot change what is searched`
    )
  row.$setAttribute(property, searchTextOf(attributes.map((name) => row.$getAttribute(name))))
}

/**
 * Writes `search_text` of every row of a table; for migrations that change which columns are searched.
 *
 * @param columns names of columns, in the order of the model's attributes
 */
export async function refillSearchText(
  client: QueryClientContract,
  table: string,
  columns: readonly string[]
): Promise<void> {
  for (let after = 0; ;) {
    const page = client.from(table).where('id', '>', after).orderBy('id').limit(AT_ONCE)
    const rows: Record<string, unknown>[] = await page.select('id', ...columns)
    if (rows.length === 0) return
    after = Number(rows.at(-1)!.id)
    await writeAll(client, table, new Map(rows.map((row) => [Number(row.id), textOf(row)])))
  }

  function textOf(row: Record<string, unknown>): string {
    return searchTextOf(columns.map((name) => row[name]))
  }
}

async function writeAll(
  client: QueryClientContract,
  table: string,
  texts: ReadonlyMap<number, string>
): Promise<void> {
  const cases = [...texts].map(() => 'when ? then ?').join(' ')
  const text = client.raw(`case id ${cases} end`, [...texts].flat())
  await client
    .from(table)
    .whereIn('id', [...texts.keys()])
    .update({ search_text: text })
}
