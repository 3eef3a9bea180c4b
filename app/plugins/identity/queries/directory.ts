import type { Infer } from '@vinejs/vine/types'
import { LARGEST_PAGE, t } from '#kernel/contracts/main'
import { actAsSystem, type Operator } from '#kernel/acting/main'
import { among, defineListing, equals, label, type ListFilter } from '#kernel/listing/main'
import { CostlyWork } from '#kernel/rate_limit/main'
import type { IdentityConfig } from '../identity_config.js'
import Department from '../models/department.js'
import User from '../models/user.js'
import type { peopleValidator } from '../validators/people_validators.js'
import { namesContain } from './people.js'

export const personShape = t.object(
  {
    id: t.id(),
    username: t.text(),
    nickname: t.text(),
    avatar: t.nullable(t.text()),
    departmentName: t.nullable(t.text()),
  },
  { title: 'PersonOfDirectory' }
)

const named: ListFilter<string> = ({ dialect }, keyword) => namesContain(keyword, dialect)

export const directoryListing = defineListing(User, {
  row: personShape,
  columns: { departmentName: label(() => Department, 'name', 'departmentId') },
  filters: {
    keyword: named,
    ids: among('id'),
    departmentId: equals<number>('departmentId'),
    status: equals<string>('status'),
  },
  sorts: ['id', 'username', 'nickname'],
  defaultSort: 'nickname',
})

const NO_DEPARTMENT = 0

const searches = new CostlyWork({
  name: 'identity:people',
  most: 120,
  duration: '1 minute',
  spent: 'You have looked for people as often as one may in a minute',
  atOnce: 4,
  busy: 'You are still being told of the people you looked for before',
})

/** The people that somebody may pick: all who are enabled, or those of their own department. */
export class Directory {
  constructor(private readonly people: NonNullable<IdentityConfig['people']>) {}

  /** @throws E_TOO_MANY_REQUESTS */
  page({ id, departmentId }: Operator, query: Infer<typeof peopleValidator>) {
    const within =
      this.people === 'everybody' ? {} : { departmentId: departmentId ?? NO_DEPARTMENT }
    const pageSize = query.pageSize ?? (query.ids && LARGEST_PAGE)
    const asked = { ...query, ...within, pageSize, status: 'enabled' }
    return searches.during(id, () =>
      actAsSystem('people that one may pick', () => directoryListing.page(asked))
    )
  }
}
