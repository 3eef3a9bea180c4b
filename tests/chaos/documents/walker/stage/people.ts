import { randomBytes } from 'node:crypto'
import { Person } from './person.js'

const PASSWORD = 'password of somebody who walks'
const EVERYBODY = /^(document|file):/

interface MenuRow {
  id: number
  permission: string | null
  children?: MenuRow[]
}

export interface People {
  admin: Person
  /** Owns the document. */
  ann: Person
  bob: Person
  /** Reaches only what is shared with her. */
  eve: Person
  /** Reviews what is submitted. */
  han: Person
}

/** Creates them over HTTP, with names that nobody has yet. */
export async function makePeople(url: string, password: string): Promise<People> {
  const admin = new Person('admin', url, { username: 'admin', password })
  if (!(await admin.logIn())) throw new Error('The administrator cannot log in')
  const suffix = randomBytes(4).toString('hex')
  const all = await makeRole(admin, `walkers-${suffix}`, 'all')
  const own = await makeRole(admin, `guests-${suffix}`, 'self')
  const make = (name: string, role: number) => makePerson(admin, name, suffix, role)
  return {
    admin,
    ann: await make('ann', all),
    bob: await make('bob', all),
    eve: await make('eve', own),
    han: await make('han', all),
  }
}

async function makePerson(
  admin: Person,
  name: string,
  suffix: string,
  role: number
): Promise<Person> {
  const credentials = { username: `${name}-${suffix}`, password: PASSWORD }
  const person = new Person(name, admin.url, credentials)
  const body = { ...credentials, nickname: name, roleIds: [role] }
  person.id = (await admin.need<{ id: number }>('POST', '/app/system/users', body)).id
  await person.logIn()
  return person
}

async function makeRole(admin: Person, code: string, dataScope: string): Promise<number> {
  const menus = await admin.need<MenuRow[]>('GET', '/app/system/menus?tree=true')
  const menuIds = flat(menus)
    .filter(({ permission }) => permission !== null && EVERYBODY.test(permission))
    .map(({ id }) => id)
  const body = { code, name: code, dataScope, menuIds }
  return (await admin.need<{ id: number }>('POST', '/app/system/roles', body)).id
}

const flat = (menus: readonly MenuRow[]): MenuRow[] =>
  menus.flatMap((menu) => [menu, ...flat(menu.children ?? [])])
