import { HttpContext } from '@adonisjs/core/http'
import { test } from '@japa/runner'
import { online, parts } from '../../helpers/messaging/people.js'

test.group('Messaging | context of a socket', () => {
  test('give each socket an HTTP context and a container scope of its own, without its credential', async ({
    assert,
    cleanup,
  }) => {
    const [ann, bob] = [await online(), await online()]
    cleanup(async () => void (await Promise.all([ann.peer.close(), bob.peer.close()])))
    const { connections } = await parts()
    const [hers, his] = [ann, bob].map(({ user }) => [...connections.ofUser(user.id)][0]!)
    const [ctx, other] = [await hers!.context(), await his!.context()]

    assert.strictEqual(await hers!.context(), ctx)
    assert.notStrictEqual(ctx, other)
    assert.strictEqual(await ctx.containerResolver.make(HttpContext), ctx)
    assert.equal(ctx.operator.id, ann.user.id)
    assert.equal(ctx.request.url(), '/ws/im')
    assert.equal(ctx.request.request.socket.remoteAddress, '127.0.0.1')
    assert.notInclude(JSON.stringify(ctx.request.headers()), ann.token)
  })
})
