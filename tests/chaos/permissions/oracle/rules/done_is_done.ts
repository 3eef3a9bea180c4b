import { mainTableOf } from '../../requests/named_rows.js'
import { isDone, type Event, type Rule } from '../event.js'

type Expected = (event: Event) => boolean

/** Rows of these are kept for a while, marked. */
const MARKED: Readonly<Record<string, string>> = { documents: 'deleted_at', sessions: 'ended_at' }
const sorted = (ids: readonly unknown[]): string => [...new Set(ids.map(Number))].sort().join()

const linked =
  (table: string, from: string, to: string, member: string): Expected =>
  ({ request: { ids, body }, after }) => {
    const rows = after.rows(table).filter((row) => row[from] === ids.id)
    return sorted(rows.map((row) => row[to])) === sorted(body![member] as number[])
  }

const gone: Expected = ({ request: { operation, ids }, after }) => {
  const table = mainTableOf(operation.path)!
  const mark = operation.path.includes('/trash/') ? undefined : MARKED[table]
  const row = after.row(table, ids.id)
  return !row || (mark !== undefined && row[mark] !== null)
}

const ofSubject: Expected = ({ request: { ids, query }, after }) =>
  !after
    .rows('document_shares')
    .some(
      (row) =>
        row.document_id === ids.id &&
        row.subject_type === query.subjectType &&
        row.subject_id === Number(query.subjectId)
    )

/** Whoever is disabled has no session that goes on once they are enabled. */
const switched: Expected = ({ request: { ids, body }, after }) => {
  if (after.row('users', ids.id)?.status !== body!.status) return false
  const own = after.rows('sessions').filter((row) => row.user_id === ids.id)
  return body!.status !== 'disabled' || own.every((row) => row.ended_at !== null)
}

const EXPECTED: readonly (readonly [operation: RegExp, expected: Expected])[] = [
  [/^DELETE \/app\/document\/\{id\}\/shares$/, ofSubject],
  [
    /^DELETE \/app\/document\/\{id\}\/shares\/\{shareId\}$/,
    ({ request: { ids }, after }) => !after.row('document_shares', ids.shareId),
  ],
  [
    /^DELETE \/app\/document\/\{id\}\/submission$/,
    ({ request: { ids }, after }) =>
      after
        .rows('document_reviews')
        .every((row) => row.document_id !== ids.id || row.closed_at !== null),
  ],
  [/^DELETE \/app\/(system|files|document(\/trash)?|auth\/sessions)(\/\w+)?\/\{id\}$/, gone],
  [/users\/\{id\}\/roles$/, linked('user_roles', 'user_id', 'role_id', 'roleIds')],
  [/roles\/\{id\}\/menus$/, linked('role_menus', 'role_id', 'menu_id', 'menuIds')],
  [/users\/\{id\}\/status$/, switched],
]

/** What was taken from somebody, by an answer that says so, is not there any more. */
export const doneIsDone: Rule = (event) => {
  const { operation } = event.request
  if (!isDone(event)) return []
  const name = `${operation.method} ${operation.path}`
  const expected = EXPECTED.find(([pattern]) => pattern.test(name))?.[1]
  return !expected || expected(event) ? [] : ['was answered as done, and was not']
}
