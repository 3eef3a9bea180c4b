import type { Row } from '../stage/snapshot.js'
import type { Person } from '../stage/person.js'
import type { Request } from '../requests/request.js'
import { mayActOn, seesConversation } from './administered.js'
import { handlesThrough, reachesDocument } from './documents.js'
import { hidden, may, must, never, type Verdict } from './verdict.js'
import type { World } from './world.js'

export type Asked = Request & { by: Person }
type Judge = (row: Row, asked: Asked, world: World) => Verdict

/** A row is shown to whoever reaches it; what else is asked of it may be refused for other reasons. */
const reached = ({ operation: { method } }: Asked): Verdict =>
  method === 'GET' ? must('it is within their reach') : may('it is within their reach')

const OUT = 'it is out of their reach'

const scoped =
  (owner: string | null, department: string): Judge =>
  (row, asked, world) => {
    const whose = { owner: owner ? row[owner] : undefined, department: row[department] }
    const { permission } = asked.operation
    return world.reaches(asked.by.id, permission!, whose) ? reached(asked) : hidden(OUT)
  }

const JUDGES: Readonly<Record<string, Judge>> = {
  users: (row, asked, world) => {
    const verdict = scoped('id', 'department_id')(row, asked, world)
    return asked.operation.path.startsWith('/app/im/online') && verdict.so === 'must'
      ? may(verdict.because)
      : verdict
  },
  departments: scoped(null, 'id'),
  roles: (_row, asked) => reached(asked),
  dictionaries: (_row, asked) => reached(asked),
  menus: (_row, asked, world) => {
    const { method, permission } = asked.operation
    if (method === 'GET') return reached(asked)
    return world.reached(asked.by.id, permission!) === 'all'
      ? may('they reach everybody')
      : never('menus are everybody’s')
  },
  stored_files: (row, asked, world) => {
    const verdict = scoped('owner_id', 'department_id')(row, asked, world)
    return row.holder === null || verdict.so === 'never' ? verdict : may('it belongs to something')
  },
  document_templates: (row, asked, world) => {
    const { method, permission } = asked.operation
    if (method === 'GET' || row.created_by === asked.by.id) return reached(asked)
    return world.reached(asked.by.id, permission!) === 'all'
      ? may('they reach all rows')
      : never('somebody else created it')
  },
  generated_modules: () => may('they belong to nobody'),
  sessions: (row, asked, world) => {
    if (asked.operation.path.startsWith('/app/system/')) {
      const person = world.row('users', row.user_id)
      const whose = { owner: row.user_id, department: person?.department_id }
      const isReached = world.reaches(asked.by.id, asked.operation.permission!, whose)
      return isReached ? may('they reach its person') : hidden(OUT)
    }
    return row.user_id === asked.by.id ? may('it is their own') : hidden('it is somebody else’s')
  },
  documents: ofDocument,
  conversations: ofConversation,
  moderation_reports: ({ sender_id: senderId }, asked, world) => {
    const sender = world.row('users', senderId)
    const whose = { owner: senderId, department: sender?.department_id }
    const isReached = world.reaches(asked.by.id, asked.operation.permission!, whose)
    return isReached && senderId !== asked.by.id ? may('they reach its sender') : hidden(OUT)
  },
}

/** @throws for a table that nobody has said it of yet */
export function ofRow(table: string, row: Row, asked: Asked, world: World): Verdict {
  const judge = JUDGES[table]
  if (!judge) throw new Error(`Say in row_verdicts.ts who may do what with rows of ${table}`)
  return judge(row, asked, world)
}

/** Answered whatever else is there. */
const ALWAYS = /^\/app\/document\/\{id\}(\/(versions|logs|shares|mentionable))?$/

function ofDocument(row: Row, asked: Asked, world: World): Verdict {
  const { path, method } = asked.operation
  const permission = asked.operation.permission!
  const { id } = asked.by
  const isOfTrash = path.startsWith('/app/document/trash/')
  if (isOfTrash !== (row.deleted_at !== null)) return hidden('it is on the other side of the trash')

  const isReached = reachesDocument(world, id, permission, row)
  const handles = handlesThrough(world, id, permission, row)
  if (!isReached && !handles) return hidden(OUT)
  return (
    strayPart(row, asked, world) ??
    (method === 'GET' && ALWAYS.test(path) ? must : may)('it is within their reach')
  )
}

/** A part that the path names is a part of that very document, and a conversion is its asker's. */
function strayPart(row: Row, { ids, by }: Asked, world: World): Verdict | undefined {
  if (ids.shareId !== undefined) {
    const share = world.row('document_shares', ids.shareId)
    if (share?.document_id !== row.id) return hidden('the share is another document’s')
  }
  if (ids.cid !== undefined) {
    const conversion = world.row('document_conversions', ids.cid)
    const isOwn = conversion?.document_id === row.id && conversion?.operator_id === by.id
    if (!isOwn) return hidden('the conversion is another’s')
  }
  if (ids.entry !== undefined) {
    const entry = world.row('document_logs', ids.entry)
    if (entry?.document_id !== row.id) return hidden('what was kept is another document’s')
  }
  return undefined
}

const OF_OWNER = /^PUT \{id\}\/(owner|members\/\{userId\}\/role)$/
const OF_ADMINS = /^(PUT \{id\}|(POST|DELETE) \{id\}\/members(\/\{userId\})?)$/
const OF_PAST = /\/(messages|entries)/

function ofConversation(row: Row, asked: Asked, world: World): Verdict {
  const { method, path } = asked.operation
  if (path.startsWith('/app/moderation/')) return ofAdministered(row, asked, world)
  const within = path.slice('/app/im/conversations/'.length)
  const membership = world
    .rows('conversation_members')
    .find((one) => one.conversation_id === row.id && one.user_id === asked.by.id)
  if (!membership) return hidden('they are no member')
  if (membership.to_seq !== null)
    return OF_PAST.test(path) ? may('they were a member') : hidden('they are no member any more')
  const { role } = membership
  if (OF_OWNER.test(`${method} ${within}`) && role !== 'owner') return never('it is not theirs')
  if (OF_ADMINS.test(`${method} ${within}`) && role === 'member')
    return never('they do not administer it')
  return method === 'GET' && !/\{seq\}|\/picture$/.test(path)
    ? must('they are a member')
    : may('they are a member')
}

function ofAdministered(row: Row, { operation, by }: Asked, world: World): Verdict {
  const permission = operation.permission!
  if (!seesConversation(world, by.id, permission, row)) return hidden(OUT)
  if (operation.method === 'GET' && !operation.path.endsWith('/messages'))
    return must('somebody in it is within their reach')
  if (!mayActOn(world, by.id, operation, row)) return never('not all in it are within their reach')
  return may('all in it are within their reach')
}
