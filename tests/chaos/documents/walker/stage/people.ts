import { randomBytes } from 'node:crypto'
import { Person, type Answer, type Call } from './person.js'

const NAMES = ['ann', 'bob', 'cyd', 'han', 'eve'] as const
const PASSWORD = 'password of somebody who walks'
const EVERYBODY = /^(document|file):/
const CHANGING = /^document:document:(edit|propose|comment|fill)$/

interface MenuRow {
  id: number
  permission: string | null
  children?: MenuRow[]
}

/** Who takes part: three who edit, a handler, a guest, and an administrator who looks on. */
export interface People {
  admin: Person
  /** The first owns the document, and the guest is the last. */
  all: readonly Person[]
  /** Ids of roles over all documents. */
  roles: Record<Role, number>
}

/** `looking`: all but changing what is in a document. */
export type Role = 'changing' | 'looking'

/** Who judges what is submitted. */
export const handlerOf = ({ all }: People): Person => all.at(-2)!

/** Who reaches nothing but what is shared with her. */
export const guestOf = ({ all }: People): Person => all.at(-1)!

/** Makes them over HTTP, with names that nobody has yet. */
export async function makePeople(
  url: string,
  adminPassword: string,
  onCall: (call: Call) => void
): Promise<People> {
  const admin = new Person('admin', url, { username: 'admin', password: adminPassword })
  if (!(await admin.logIn())) throw new Error('The administrator cannot log in')

  const suffix = randomBytes(4).toString('hex')
  const changing = await makeRole(admin, `walkers-${suffix}`, 'all')
  const looking = await makeRole(admin, `lookers-${suffix}`, 'all', CHANGING)
  const narrow = await makeRole(admin, `guests-${suffix}`, 'self')
  const roleOf = (name: string): number => (name === NAMES.at(-1) ? narrow : changing)
  const all = await Promise.all(
    NAMES.map((name) => makePerson(admin, name, suffix, roleOf(name), onCall))
  )

  return { admin, all, roles: { changing, looking } }
}

/** In the place of the one that they have. */
export function setRole(
  { admin, roles }: People,
  { id }: Person,
  role: Role
): Promise<Answer<unknown>> {
  return admin.call('PUT', `/app/system/users/${id}`, { roleIds: [roles[role]] })
}

async function makePerson(
  admin: Person,
  name: string,
  suffix: string,
  role: number,
  onCall: (call: Call) => void
): Promise<Person> {
  const credentials = { username: `${name}-${suffix}`, password: PASSWORD }
  const person = new Person(name, admin.url, credentials, onCall)
  const body = { ...credentials, nickname: name, roleIds: [role] }
  person.id = (await admin.need<{ id: number }>('POST', '/app/system/users', body)).id
  await person.logIn()

  return person
}

/** @param without permissions that it does not have */
async function makeRole(
  admin: Person,
  code: string,
  dataScope: string,
  without?: RegExp
): Promise<number> {
  const menus = await admin.need<MenuRow[]>('GET', '/app/system/menus?tree=true')
  const menuIds = flat(menus)
    .filter(({ permission }) => permission !== null && EVERYBODY.test(permission))
    .filter(({ permission }) => !without?.test(permission!))
    .map(({ id }) => id)
  const body = { code, name: code, dataScope, menuIds }
  const { id } = await admin.need<{ id: number }>('POST', '/app/system/roles', body)

  return id
}

const flat = (menus: readonly MenuRow[]): MenuRow[] =>
  menus.flatMap((menu) => [menu, ...flat(menu.children ?? [])])
