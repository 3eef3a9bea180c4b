import { randomBytes } from 'node:crypto'
import { test } from '@japa/runner'
import { DateTime } from 'luxon'
import { Department, User } from '#plugins/identity/main'
import { freshName } from '#tests/helpers/accounts'
import { tree, type DepartmentName } from '#tests/helpers/scope_matrix/cases'
import { modelScopeMatrix } from '#tests/helpers/scope_matrix/model_driver'
import { makeUser, Stage, type Kind } from '#tests/helpers/scope_matrix/stage'
import SecurityEvent from '../../../app/plugins/identity/models/security_event.js'
import Session from '../../../app/plugins/identity/models/session.js'

const names = Object.keys(tree) as DepartmentName[]
const ownersOnly: Kind[] = [
  { owner: 'me', department: null },
  { owner: 'other', department: null },
]

test.group('Scope matrix | users', (group) => {
  const stage = Stage.for(group)
  const kinds: Kind[] = [
    { owner: 'me', department: 'sales' },
    ...[...names, null].map((department) => ({ owner: 'other', department }) as const),
  ]
  modelScopeMatrix(User, {
    organisation: () => stage,
    rows: stage.rowsBy(
      'users',
      async (kind) => {
        const user = await makeUser(stage.departmentOf(kind))
        if (kind.owner === 'me') stage.operator = user.id
        return user
      },
      kinds
    ),
    change: (user) => void user.merge({ nickname: 'changed' }),
  })
})

test.group('Scope matrix | departments', (group) => {
  const stage = Stage.for(group)
  const kinds = names.map((department) => ({ owner: null, department }))
  modelScopeMatrix(Department, {
    organisation: () => stage,
    rows: stage.rowsBy(
      'departments',
      async ({ department }) => {
        const row = await Department.create({
          name: freshName(),
          parentId: null,
          sort: 0,
          status: 'enabled',
        })
        stage.departments = { ...stage.departments, [department!]: row.id }
        return row
      },
      kinds
    ),
    change: (department) => void department.merge({ sort: 9 }),
  })
})

test.group('Scope matrix | sessions', (group) => {
  const stage = Stage.for(group)
  const now = DateTime.utc()
  modelScopeMatrix(Session, {
    organisation: () => stage,
    rows: stage.rowsBy(
      'sessions',
      (kind) => {
        const userId = stage.ownerOf(kind)!
        const sid = randomBytes(16).toString('hex')
        return Session.create({ sid, userId, device: '', lastUsedAt: now, expiresAt: now })
      },
      ownersOnly
    ),
    change: (session) => void session.merge({ ip: '127.0.0.1' }),
  })
})

test.group('Scope matrix | security events', (group) => {
  const stage = Stage.for(group)
  modelScopeMatrix(SecurityEvent, {
    organisation: () => stage,
    rows: stage.rowsBy(
      'security_events',
      (kind) => SecurityEvent.create({ type: 'login', userId: stage.ownerOf(kind) }),
      [...ownersOnly, { owner: null, department: null }]
    ),
    change: (event) => void event.merge({ ip: '127.0.0.1' }),
  })
})
