import {
  defineListing,
  label,
  between,
  contains,
  equals,
  type ListFilter,
} from '#kernel/listing/main'
import { toStored } from '#kernel/database/main'
import { namesContain, ofReached, ReachedSession, User } from '#plugins/identity/main'
import { userSessionShape } from '../transformers/security_transformer.js'

export interface Openness {
  isOpen: boolean
  nowMs: number
  /** What was opened before is over, however often it was used. */
  eldestMs: number
}

const withOpenness: ListFilter<Openness> = ({ column }, { isOpen, nowMs, eldestMs }) => ({
  sql: `(case when ${column('endedAt')} is null and ${column('expiresAt')} > ? and ${column('createdAt')} > ?
    then 1 else 0 end) = ?`,
  bindings: [toStored(nowMs), toStored(eldestMs), Number(isOpen)],
})

const ofNamed: ListFilter<string> = ({ column, dialect }, keyword) => {
  const { sql, bindings } = namesContain(keyword, dialect)
  return { sql: `${column('userId')} in (select id from users where ${sql})`, bindings }
}

/** Sessions of people within reach. */
export const sessionListing = defineListing(ReachedSession, {
  row: userSessionShape,
  columns: {
    username: label(() => User, 'username', 'userId'),
    nickname: label(() => User, 'nickname', 'userId'),
  },
  only: ofReached('userId'),
  filters: {
    keyword: ofNamed,
    userId: equals<number>('userId'),
    ip: contains('ip'),
    openness: withOpenness,
    createdAt: between('createdAt'),
    lastUsedAt: between('lastUsedAt'),
    endedAt: between('endedAt'),
  },
  sorts: ['id', 'username', 'nickname', 'ip', 'createdAt', 'lastUsedAt', 'expiresAt', 'endedAt'],
  defaultSort: '-id',
})
