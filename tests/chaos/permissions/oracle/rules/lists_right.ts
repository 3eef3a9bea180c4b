import type { Row } from '../../stage/snapshot.js'
import { seesConversation } from '../administered.js'
import { isWithin, reachesDocument } from '../documents.js'
import { dataOf, isDone, type Rule } from '../event.js'
import type { World } from '../world.js'

interface Listing {
  table: string
  has(row: Row, world: World, asker: { id: number; permission: string }): boolean
}

const MOST = 200

const LISTINGS: Readonly<Record<string, Listing>> = {
  '/app/system/users': {
    table: 'users',
    has: (row, world, { id, permission }) =>
      world.reaches(id, permission, { owner: row.id, department: row.department_id }),
  },
  '/app/system/departments': {
    table: 'departments',
    has: (row, world, { id, permission }) => world.reaches(id, permission, { department: row.id }),
  },
  '/app/files': {
    table: 'stored_files',
    has: (row, world, { id, permission }) =>
      row.holder === null && isWithin(world, id, permission, row),
  },
  '/app/document': {
    table: 'documents',
    has: (row, world, { id, permission }) =>
      row.deleted_at === null && reachesDocument(world, id, permission, row),
  },
  '/app/document/trash': {
    table: 'documents',
    has: (row, world, { id, permission }) =>
      row.deleted_at !== null && isWithin(world, id, permission, row),
  },
  '/app/system/sessions': {
    table: 'sessions',
    has: (row, world, { id, permission }) =>
      world.reaches(id, permission, {
        owner: row.user_id,
        department: world.row('users', row.user_id)?.department_id,
      }),
  },
  '/app/auth/sessions': {
    table: 'sessions',
    has: (row, _world, { id }) => row.user_id === id && row.ended_at === null,
  },
  '/app/moderation/conversations': {
    table: 'conversations',
    has: (row, world, { id, permission }) => seesConversation(world, id, permission, row),
  },
  '/app/im/conversations': {
    table: 'conversations',
    has: (row, world, { id }) =>
      world
        .rows('conversation_members')
        .some((one) => one.conversation_id === row.id && one.user_id === id && one.to_seq === null),
  },
}

type Listed = { data: { items: { id: number }[] } | { id: number }[] }

/** A list shows what is within reach: all of it, and nothing else. */
export const listsRight: Rule = (event) => {
  const { request, answer, before } = event
  const { operation, by } = request
  const listing = operation.method === 'GET' ? LISTINGS[operation.path] : undefined
  if (!listing || !by || !isDone(event)) return []

  const asker = { id: by.id, permission: operation.permission ?? '' }
  const named = request.query.ids?.split(',')
  const rows = before
    .rows(listing.table)
    .filter((row) => listing.has(row, before, asker))
    .filter(({ id }) => named?.includes(String(id)) ?? true)
  if (rows.length > MOST) return []
  const { data } = dataOf<Listed>(answer)
  const shown = (Array.isArray(data) ? data : data.items).map(({ id }) => id)
  const wanted = new Set(rows.map(({ id }) => Number(id)))
  const more = shown.filter((id) => !wanted.has(id))
  const less = [...wanted].filter((id) => !shown.includes(id))
  return [
    ...(more.length > 0 ? [`listed ${listing.table} ${more.join(', ')} out of reach`] : []),
    ...(less.length > 0 ? [`did not list ${listing.table} ${less.join(', ')} within reach`] : []),
  ]
}
