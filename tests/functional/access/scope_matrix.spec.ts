import type { Group } from '@japa/runner/core'
import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import app from '@adonisjs/core/services/app'
import { parse } from 'csv-parse/sync'
import { actAsSystem } from '#kernel/acting/main'
import { Versions } from '#kernel/state/main'
import { type Role, ROLES_KEY } from '#plugins/access/main'
import { Department, DEPARTMENTS_KEY, SessionRegistry, User } from '#plugins/identity/main'
import {
  home,
  tree,
  type DepartmentName,
  type MatrixRole,
} from '../../helpers/scope_matrix/cases.js'
import { httpScopeMatrix, type Ask } from '../../helpers/scope_matrix/http_driver.js'
import type { MatrixRow } from '../../helpers/scope_matrix/oracle.js'
import { makeUser, Stage, type Kind } from '../../helpers/scope_matrix/stage.js'
import { baseUrl } from '../../helpers/download.js'
import { makeRole } from './support/organisation.js'

const OTHERS = ['system:role:list', 'system:menu:list', 'system:permission:list']
const names = Object.keys(tree) as DepartmentName[]

const idsOf = (csv: string) =>
  (parse(csv, { bom: true, columns: true }) as { id: string }[]).map(({ id }) => Number(id))

/** The stage's operator with real roles, asked through the real gate. */
function operatorsWithRoles(group: Group, stage: Stage, permissions: readonly string[]) {
  const made = new Map<string, Role>()
  group.setup(() => async () => {
    await db.from('user_roles').where('user_id', stage.operator).delete()
    made.clear()
  })
  return async (roles: readonly MatrixRole[]): Promise<Ask> => {
    await changed()
    await db.from('user_roles').where('user_id', stage.operator).delete()
    for (const role of roles) {
      const { id } = await roleFor(role, stage, permissions, made)
      await db.table('user_roles').insert({ user_id: stage.operator, role_id: id })
    }
    await (await app.container.make(SessionRegistry)).usersChanged([stage.operator])
    return asking(await tokenOf(stage.operator))
  }
}

/** A role of listed departments is made anew for each case: it loses those that a case deletes. */
async function roleFor(
  { scope, departments, grants }: MatrixRole,
  stage: Stage,
  permissions: readonly string[],
  made: Map<string, Role>
): Promise<Role> {
  const departmentIds = departments.map((name) => stage.departments[name])
  const key = JSON.stringify([scope, departmentIds, grants])
  const sketch = { dataScope: scope, departmentIds, permissions: grants ? permissions : OTHERS }
  const role = made.get(key) ?? (await makeRole(sketch))
  if (departmentIds.length === 0) made.set(key, role)
  return role
}

/** The stage is set straight in the database. */
async function changed(): Promise<void> {
  await db.from('access_revisions').where('id', 1).increment('revision', 1)
  await (await app.container.make(Versions)).bump(ROLES_KEY, DEPARTMENTS_KEY)
}

async function tokenOf(userId: number): Promise<Record<string, string>> {
  const user = await actAsSystem('the matrix logs in', () => User.findOrFail(userId))
  const auth = await app.container.make('auth.manager')
  const { headers } = await auth.createAuthenticatorClient().use('jwt').authenticateAsClient(user)
  return headers as Record<string, string>
}

function asking(headers: Record<string, string>): Ask {
  return async (method, path, body) => {
    const response = await fetch(baseUrl() + path, {
      method,
      headers: { ...headers, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    const text = await response.text()
    const json = response.headers.get('content-type')?.startsWith('application/json')
    return { status: response.status, text, body: json ? JSON.parse(text) : {} }
  }
}

const allOf = (subject: string) =>
  ['list', 'show', 'update', 'delete', 'export'].map((verb) => `${subject}:${verb}`)

/** In the names of the matrix's rows alone, so that lists count no others. */
const MARK = `matrix ${process.pid}`
const marked = `keyword=${encodeURIComponent(MARK)}`

test.group('Access | scope matrix of users over HTTP', (group) => {
  const stage = Stage.for(group)
  const kinds: Kind[] = [...names, null].map((department) => ({ owner: 'other', department }))
  httpScopeMatrix(User, {
    routes: {
      list: `/app/system/users?${marked}`,
      show: (id) => `/app/system/users/${id}`,
      update: (id) => ({ path: `/app/system/users/${id}`, body: { phone: '+49 30 1' } }),
      delete: (id) => `/app/system/users/${id}`,
      bulkDelete: (ids) => `/app/system/users?ids=${ids.join()}`,
      export: { path: `/app/system/users/export?${marked}`, idsOf },
    },
    rows: stage.rowsBy(
      'users',
      async (kind) => {
        const user = await makeUser(stage.departmentOf(kind))
        return user.merge({ nickname: MARK }).save()
      },
      kinds
    ),
    operatorWith: operatorsWithRoles(group, stage, allOf('system:user')),
  })
})

/** Departments of the stage, those beneath first; what a test has deleted is made anew. */
async function markedDepartments(stage: Stage): Promise<MatrixRow[]> {
  for (const name of names) {
    const { under } = tree[name]
    const values = { name: `${MARK} ${name}`, parentId: under && stage.departments[under], sort: 0 }
    const department = await Department.updateOrCreate(
      { id: stage.departments[name] },
      { ...values, status: 'enabled' }
    )
    stage.departments[name] = department.id
  }
  return names
    .map((name) => ({ id: stage.departments[name], owner: null, department: name }))
    .reverse()
}

test.group('Access | scope matrix of departments over HTTP', (group) => {
  const stage = Stage.for(group)
  const withPeopleOrDepartments: readonly (DepartmentName | null)[] = ['head', home]
  httpScopeMatrix(Department, {
    routes: {
      list: `/app/system/departments?flat=true&${marked}`,
      show: (id) => `/app/system/departments/${id}`,
      update: (id) => ({ path: `/app/system/departments/${id}`, body: { sort: 9 } }),
      delete: (id) => `/app/system/departments/${id}`,
      export: { path: `/app/system/departments/export?${marked}`, idsOf },
    },
    rows: () => markedDepartments(stage),
    kept: ({ department }) => withPeopleOrDepartments.includes(department),
    operatorWith: operatorsWithRoles(group, stage, allOf('system:department')),
  })
})
