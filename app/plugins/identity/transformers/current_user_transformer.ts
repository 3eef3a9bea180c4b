import { t, type Shaped } from '#kernel/contracts/main'
import { type Language, LANGUAGES } from '#kernel/languages/main'
import type { Entitlements } from '../entitlements.js'
import { menusIn } from './menus_in.js'
import type User from '../models/user.js'

/** A node of the menu tree; its `children` are of the same shape. */
export const menuNodeShape = t.json({
  title: 'MenuNode',
  type: 'object',
  required: ['id', 'parentId', 'type', 'name', 'title', 'path', 'component', 'icon', 'children'],
  properties: {
    id: { type: 'integer' },
    parentId: { type: ['integer', 'null'] },
    type: { type: 'string', enum: ['directory', 'menu'] },
    name: { type: 'string' },
    title: { type: 'string' },
    permission: { type: ['string', 'null'] },
    path: { type: ['string', 'null'] },
    component: { type: ['string', 'null'] },
    icon: { type: ['string', 'null'] },
    sort: { type: 'integer' },
    visible: { type: 'boolean' },
    keepAlive: { type: 'boolean' },
    status: { type: 'string', enum: ['enabled'] },
    children: { type: 'array', items: t.named('MenuNode') },
  },
})

export const profileColumns = {
  id: t.id(),
  username: t.text(),
  nickname: t.text(),
  avatar: t.nullable(t.text()),
  email: t.nullable(t.text()),
  phone: t.nullable(t.text()),
  departmentId: t.nullable(t.id()),
  departmentName: t.nullable(t.text()),
  positionId: t.nullable(t.id()),
  positionName: t.nullable(t.text()),
  updatedAt: t.instant(),
}

const ownColumns = {
  ...profileColumns,
  language: t.nullable(
    t.oneOf(LANGUAGES, {
      description: 'In which the person is spoken to; null for that of their requests',
    })
  ),
}

export const currentUserShape = t.object(
  {
    user: t.object(ownColumns),
    roles: t.array(t.text({ description: 'Role code' })),
    permissions: t.array(t.text({ description: 'area:subject:verb' })),
    menus: t.array(menuNodeShape),
  },
  { title: 'CurrentUser' }
)

type CurrentUser = Shaped<typeof currentUserShape>

/** The names of where somebody belongs, which the caches of the user do not hold. */
export interface NamedPlace {
  departmentName: string | null
  positionName: string | null
}

/** What a session caches of its user. */
export type Profile = Readonly<Omit<CurrentUser['user'], keyof NamedPlace>>

export function currentUser(
  profile: Profile,
  place: NamedPlace,
  { menus, ...entitlements }: Entitlements,
  language: Language
): CurrentUser {
  const shown = menusIn(language, menus)
  return { user: { ...profile, ...place }, ...entitlements, menus: shown }
}

export const profileShape = t.object(ownColumns, { title: 'Profile' })

export function profileOf(user: User, place: NamedPlace): Shaped<typeof profileShape> {
  const { id, username, nickname, avatar, email, phone, departmentId, positionId } = user
  const person = { id, username, nickname, avatar, email, phone, departmentId, positionId }
  const updatedAt = user.updatedAt.toUTC().toISO()!
  return { ...person, ...place, language: user.language, updatedAt }
}
