export interface Offence {
  line: number
  text: string
  fault: string
}

export interface Tables {
  /** Tables of scoped models, in lower case. */
  scoped: ReadonlySet<string>
  /** Models whose rows are everybody's, whose `table` may be named. */
  openModels: ReadonlySet<string>
}

const NAMING = String.raw`(?:from|table|into|join|innerJoin|leftJoin|leftOuterJoin|rightJoin|rightOuterJoin|fullOuterJoin|crossJoin|using|truncate)`
const LITERAL = new RegExp(
  String.raw`\.${NAMING}\(\s*(?:\{\s*\w+:\s*)?['"\x60](?:\w+\.)?(\w+)`,
  'g'
)
const CLIENT = String.raw`\b(?:db|trx|transaction|client|connection|database)(?:\(\))?(?:\.connection\([^)]*\))?`
const COMPUTED = new RegExp(
  String.raw`${CLIENT}(?:\.query\(\))?\.(?:from|table|truncate)\(\s*([^'"\x60\s{)][^),]*)`,
  'g'
)
const STATEMENT = /\.(?:rawQuery|knexRawQuery|raw|\w*Raw)\(\s*(?:(['"`])([\s\S]*?)\1)?/g
const PREPARED = /\b(?:runPrepared|rowsChangedBy)\(/g
const INSIDE = /\.(?:knexQuery|getReadClient|getWriteClient|toKnex)\b/g

/** What in a source reaches rows of scoped tables without going through their models. */
export function scanSource(source: string, tables: Tables): Offence[] {
  const code = withoutComments(source)
  const found = (pattern: RegExp, fault: (match: RegExpMatchArray) => string | null) =>
    [...code.matchAll(pattern)].flatMap((match) => {
      const told = fault(match)
      return told === null ? [] : [{ ...placeOf(code, match.index), fault: told }]
    })

  return [
    ...found(LITERAL, ([, table]) =>
      tables.scoped.has(table!.toLowerCase()) ? `names the scoped table "${table}"` : null
    ),
    ...found(COMPUTED, ([, expression]) =>
      namesOpenModel(expression!, tables) ? null : 'names a table that cannot be known here'
    ),
    ...found(STATEMENT, (match) => statementFault(match, tables)),
    ...found(PREPARED, () => 'runs a statement past the query builder'),
    ...found(INSIDE, () => 'goes behind the query builder'),
  ]
}

function namesOpenModel(expression: string, { openModels }: Tables): boolean {
  const [, model] = /^(\w+)\.table$/.exec(expression.trim()) ?? []
  return model !== undefined && openModels.has(model)
}

/** A whole statement must be readable here; a fragment may be built, but not name a scoped table. */
function statementFault([call, , sql]: RegExpMatchArray, { scoped }: Tables): string | null {
  const whole = /^\.(?:rawQuery|knexRawQuery)\(/.test(call)
  if (whole && (sql === undefined || sql.includes('${')))
    return 'runs a statement that cannot be known here'
  const words = whole ? wordsOf(sql!) : sourcesOf(sql ?? '')
  const table = words.find((word) => scoped.has(word))
  return table === undefined ? null : `names the scoped table "${table}" in SQL`
}

function wordsOf(sql: string): string[] {
  return sql.toLowerCase().match(/\w+/g) ?? []
}

/** Tables of sub-queries: a fragment may qualify columns of its own model's table. */
function sourcesOf(sql: string): string[] {
  const lists = [...sql.matchAll(/\b(?:from|join|into|update)\s+([\w\s,."`]+)/gi)]
  return lists.flatMap(([, list]) => list!.split(',').flatMap((item) => wordsOf(item).slice(0, 2)))
}

function placeOf(code: string, index: number): { line: number; text: string } {
  return {
    line: code.slice(0, index).split('\n').length,
    text: code
      .slice(index, index + 60)
      .split('\n')[0]!
      .trim(),
  }
}

function withoutComments(source: string): string {
  const blank = (text: string) => text.replaceAll(/[^\n]/g, ' ')
  return source.replaceAll(/\/\*[\s\S]*?\*\//g, blank).replaceAll(/(^|\s)\/\/.*$/gm, blank)
}
