import app from '@adonisjs/core/services/app'
import { HttpContextFactory } from '@adonisjs/core/factories/http'
import { AuthorizationResponse, BasePolicy } from '@adonisjs/bouncer'
import type { ApiClient } from '@japa/api-client'
import { test } from '@japa/runner'
import {
  actAsOperator,
  currentAbortSignal,
  currentActing,
  everything,
  nothing,
  type Operator,
} from '#kernel/acting/main'
import { E_FORBIDDEN } from '#kernel/errors/main'
import { toRefusal } from '#kernel/http/main'
import {
  actWithPermission,
  assertPermission,
  bouncerOf,
  ClosedGate,
  definePermissions,
  Gate,
  type Permission,
  PermissionPolicy,
} from '#kernel/permissions/main'
import { logIn } from '#tests/helpers/accounts'
import { OpenGate, openGateOf } from '#tests/helpers/open_gate'

const permissions = definePermissions({
  edit: ['test:note:edit', 'Edit'],
  drop: ['test:note:drop', 'Drop'],
})
const operator: Operator = {
  id: 7,
  username: 'seven',
  nickname: 'Seven',
  departmentId: null,
  sessionId: null,
}
const OWN_ROWS = { kind: 'rows', owner: 7, departments: [] } as const
const LIST = 'system:user:list'

class NotePolicy extends BasePolicy {
  show(_asking: Operator) {
    return AuthorizationResponse.deny('Gone', 410)
  }

  update(asking: Operator, note: { ownerId: number }) {
    if (note.ownerId === asking.id) return true
    return AuthorizationResponse.deny('No such note', 404)
  }
}

class NobodyPolicy extends PermissionPolicy {
  override async use(_operator: Operator, { title }: Permission) {
    return AuthorizationResponse.deny(`Nobody may: ${title}`)
  }
}

class EverybodyPolicy extends PermissionPolicy {
  override async use() {
    return true
  }
}

class CountingGate extends OpenGate {
  readonly asked: string[] = []

  override async grantOf(asking: Operator, permission: string) {
    this.asked.push(permission)
    return super.grantOf(asking, permission)
  }
}

function swapPolicy(Policy: typeof PermissionPolicy): () => void {
  app.container.swap(PermissionPolicy, (resolver) => resolver.make(Policy))
  return () => app.container.restore(PermissionPolicy)
}

function swapGate(gate: Gate): () => void {
  app.container.swap(Gate, () => gate)
  return () => app.container.restore(Gate)
}

function actAsSeven<T>(work: () => T): T {
  const acting = { operator, permission: permissions.edit.code, reach: everything, roles: [] }
  return actAsOperator(acting, work)
}

test.group('Permissions | bouncer', (group) => {
  const gate = openGateOf(group)
  gate.tell(operator.id, null).tell(operator.id, OWN_ROWS, permissions.edit.code)

  const bouncerOfRequest = (asking: Operator | undefined) => {
    const ctx = new HttpContextFactory().create()
    ctx.containerResolver = app.container.createResolver()
    if (asking) ctx.operator = asking
    return ctx.bouncer
  }

  test('tell whether the operator may use a permission, of a request and without one', async ({
    assert,
  }) => {
    for (const bouncer of [bouncerOfRequest(operator), bouncerOf(operator)]) {
      const policy = bouncer.with(PermissionPolicy)
      assert.isTrue(await policy.allows('use', permissions.edit))
      assert.isFalse(await policy.allows('use', permissions.drop))
      assert.deepEqual(bouncer.grantOf(permissions.edit), { reach: OWN_ROWS, roles: [] })
    }
  })

  test('allow nothing where nobody is logged in', async ({ assert }) => {
    const policy = bouncerOfRequest(undefined).with(PermissionPolicy)
    assert.isFalse(await policy.allows('use', permissions.edit))
  })

  test('answer with the message and the status of a policy', async ({ assert }) => {
    const policy = bouncerOfRequest(operator).with(NotePolicy)
    await policy.authorize('update', { ownerId: 7 })
    const denial = await policy.authorize('update', { ownerId: 8 }).catch(toRefusal)
    assert.containsSubset(denial, { status: 404, code: 'E_NOT_FOUND', message: 'No such note' })

    const gone = await policy.authorize('show').catch(toRefusal)
    assert.containsSubset(gone, { status: 410, code: 'E_FORBIDDEN', message: 'Gone' })
  })

  test('run work within the reach of a further permission', async ({ assert }) => {
    const acting = await actAsSeven(() =>
      actWithPermission(permissions.edit, async () => currentActing())
    )
    assert.containsSubset(acting, { permission: permissions.edit.code, reach: OWN_ROWS })
  })

  test('keep the signal of the client that waits for work of a further permission', async ({
    assert,
  }) => {
    const { signal } = new AbortController()
    const acting = { operator, permission: null, reach: nothing, roles: [] }
    const kept = await actAsOperator({ ...acting, abortSignal: () => signal }, () =>
      actWithPermission(permissions.edit, async () => currentAbortSignal())
    )
    assert.strictEqual(kept, signal)
  })

  test('refuse work for which a further permission is missing', async ({ assert }) => {
    const work = () => actWithPermission(permissions.drop, async () => assert.fail('it ran'))
    const refusal = await actAsSeven(work).catch((error: unknown) => error)
    assert.instanceOf(refusal, E_FORBIDDEN)
    assert.propertyVal(refusal, 'message', 'This needs the permission "test:note:drop"')
  })

  test('ask the policy that an application puts in its place', async ({ assert, cleanup }) => {
    cleanup(swapPolicy(NobodyPolicy))
    const refusal = await actAsSeven(() => assertPermission(permissions.edit)).catch(toRefusal)
    assert.containsSubset(refusal, { code: 'E_FORBIDDEN', message: 'Nobody may: Edit' })
  })
})

test.group('Permissions | policy of a route', () => {
  const usersFor = async (client: ApiClient) => {
    const { accessToken } = await logIn(client, 'admin', process.env.ADMIN_PASSWORD)
    return client.get('/app/system/users').bearerToken(accessToken)
  }

  test('ask the gate once', async ({ client, assert, cleanup }) => {
    const gate = new CountingGate()
    cleanup(swapGate(gate))
    ;(await usersFor(client)).assertStatus(200)
    assert.deepEqual(gate.asked, [LIST])
  })

  test('refuse as the policy in its place decides, within the envelope', async ({
    client,
    cleanup,
  }) => {
    cleanup(swapPolicy(NobodyPolicy))
    const response = await usersFor(client)
    response.assertStatus(403)
    response.assertBody({
      code: 403,
      message: 'Nobody may: List users',
      data: { reason: 'E_FORBIDDEN' },
    })
  })

  test('refuse with the permission that is missing', async ({ client, cleanup }) => {
    cleanup(swapGate(new ClosedGate()))
    const response = await usersFor(client)
    response.assertStatus(403)
    response.assertBody({
      code: 403,
      message: `This needs the permission "${LIST}"`,
      data: { reason: 'E_FORBIDDEN' },
    })
  })

  test('reach no rows where a policy lets through what the gate was not asked', async ({
    client,
    assert,
    cleanup,
  }) => {
    cleanup(swapPolicy(EverybodyPolicy))
    const response = await usersFor(client)
    response.assertStatus(200)
    assert.deepEqual(response.body().data.items, [])
    assert.deepEqual(bouncerOf(operator).grantOf(permissions.edit).reach, nothing)
  })
})
