import app from '@adonisjs/core/services/app'
import { HttpContextFactory } from '@adonisjs/core/factories/http'
import { BasePolicy } from '@adonisjs/bouncer'
import { test } from '@japa/runner'
import { type Operator, everything } from '#kernel/acting/main'
import { holds } from '#kernel/permissions/abilities'
import { definePermissions, Gate, type Grant } from '#kernel/permissions/main'

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

class EditorsGate extends Gate {
  async grantOf(_operator: Operator, permission: string): Promise<Grant | null> {
    return permission === permissions.edit.code ? { reach: everything, roles: [] } : null
  }
}

class NotePolicy extends BasePolicy {
  update(asking: Operator, note: { ownerId: number }) {
    return note.ownerId === asking.id
  }
}

test.group('Permissions | bouncer', (group) => {
  group.each.setup(() => {
    app.container.swap(Gate, () => new EditorsGate())
    return () => app.container.restore(Gate)
  })

  const bouncerOf = (asking: Operator | undefined) => {
    const ctx = new HttpContextFactory().create()
    if (asking) ctx.operator = asking
    return ctx.bouncer
  }

  test('tell whether the operator holds a permission', async ({ assert }) => {
    const bouncer = bouncerOf(operator)
    assert.isTrue(await bouncer.allows(holds, permissions.edit))
    assert.isFalse(await bouncer.allows(holds, permissions.drop))
  })

  test('hold nothing where nobody is logged in', async ({ assert }) => {
    const bouncer = bouncerOf(undefined)
    assert.isFalse(await bouncer.allows(holds, permissions.edit))
  })

  test('ask a policy about a row', async ({ assert }) => {
    const bouncer = bouncerOf(operator)
    assert.isTrue(await bouncer.with(NotePolicy).allows('update', { ownerId: 7 }))
    await assert.rejects(() => bouncer.with(NotePolicy).authorize('update', { ownerId: 8 }))
  })
})
