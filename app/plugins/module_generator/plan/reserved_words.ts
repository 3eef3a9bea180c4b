import { say, type Text } from '#kernel/languages/main'

const words = (text: string) => new Set(text.trim().split(/\s+/))

const JAVASCRIPT = words(`
  abstract any arguments as async await boolean break case catch class const constructor continue debugger declare
  default delete do else enum eval export extends false finally for from function get if implements import in
  instanceof interface is keyof let module namespace never new null number object of package private protected
  public readonly require return set static string super switch symbol this throw true try type typeof undefined
  unknown var void while with yield globalThis prototype
`)

const SQL = words(`
  add all alter analyze and as asc between both by cascade case cast check collate column commit constraint create
  cross current_date current_time current_timestamp current_user database default delete desc describe distinct drop
  else end escape except exists explain false fetch for foreign from full grant group having in index inner insert
  intersect interval into is join key keys leading left like limit lock match natural not null offset on or order
  outer primary procedure references returning revoke right rollback select session_user set some table then to
  trailing transaction trigger true truncate union unique update user using values view when where window with
`)

/** Members of every model and of every object: a column of that name would hide them. */
const MEMBERS = words(`
  attributes boot clone constructor delete dirty extras fill fillDirty hasOwnProperty isPrototypeOf load lockForUpdate
  merge modelOptions model original preloaded primaryKeyValue propertyIsEnumerable query refresh related save
  serialize sideloaded toJSON toLocaleString toObject toString useConnection useTransaction valueOf
`)

/** Columns and members that every module has, and parameters that every list takes. */
const OWN = words(`
  id ids ownerId departmentId createdAt updatedAt deletedAt searchText owner page pageSize sort count cursor keyword items total
`)

/** Names in use by what belongs to the application itself. */
const MODULES = words(`
  access api-docs app audit auth department dev document documents file files health identity im kernel menu
  messaging metrics module-generator plugin role session settings system user users
`)

/** Why a word cannot name a module or a field; `null` when it can. */
export function reservedWord(word: string): Text | null {
  if (JAVASCRIPT.has(word)) return say`a reserved word of JavaScript`
  if (SQL.has(word.toLowerCase())) return say`a keyword of SQL`
  return null
}

export function reservedModule(name: string): Text | null {
  if (MODULES.has(name)) return say`the name of something that the application has already`
  return reservedWord(name)
}

/** `type`, `from` and their kin are fine as members, but not as names of functions that a module declares. */
export function reservedField(name: string): Text | null {
  if (OWN.has(name)) return say`a member that every module has`
  if (MEMBERS.has(name)) return say`a member that every model has`
  const word = reservedWord(name)
  return PLAIN.has(name) ? null : word
}

/** Contextual words that are everyday names of fields and legal wherever a field's name is written. */
const PLAIN = words('type number string boolean object module symbol abstract of as is')
