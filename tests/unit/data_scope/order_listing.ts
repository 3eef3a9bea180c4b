import {
  defineListing,
  label,
  among,
  anyContains,
  between,
  contains,
  equals,
  type ListFilter,
} from '#kernel/listing/main'
import { t } from '#kernel/contracts/main'
import { Order, Tag, Team } from './fixtures.js'

const hasTag: ListFilter<number> = ({ column }, tag) => ({
  sql: `exists (select 1 from scope_order_tags where order_id = ${column('id')} and tag_id = ?)`,
  bindings: [tag],
})

const orderRow = t.object({
  id: t.id(),
  title: t.text(),
  amount: t.integer(),
  note: t.nullable(t.text()),
  urgent: t.boolean(),
  team: t.nullable(t.text()),
  parentTitle: t.nullable(t.text()),
  createdAt: t.instant(),
  closedAt: t.nullable(t.instant()),
})

export const orderListing = defineListing(Order, {
  row: orderRow,
  columns: {
    team: label(() => Team, 'name', 'teamId'),
    parentTitle: label(() => Order, 'title', 'parentId'),
  },
  filters: {
    title: contains('title'),
    keyword: anyContains(['title', 'team']),
    teamId: equals<number>('teamId'),
    urgent: equals<boolean>('urgent'),
    ids: among('id'),
    tagId: hasTag,
    createdAt: between('createdAt'),
  },
  sorts: ['id', 'title', 'amount', 'note', 'urgent', 'team', 'createdAt', 'closedAt'],
  defaultSort: '-createdAt',
})

export const tagListing = defineListing(Tag, {
  row: t.object({ id: t.id(), name: t.text() }),
  sorts: ['name'],
  defaultSort: 'name',
})
