import { test } from '@japa/runner'
import { clock } from '#kernel/state/main'
import { HttpNode } from './http_node.js'

async function serve(
  cleanup: (end: () => Promise<void>) => void,
  options: Parameters<typeof HttpNode.start>[0]
): Promise<HttpNode> {
  const node = await HttpNode.start({ perSecond: 5, ...options })
  cleanup(() => node.close())
  return node
}

const address = async (node: HttpNode, forwarded: string, host?: string) =>
  (await node.get({ 'x-forwarded-for': forwarded }, host)).body.data?.ip

test.group('Rate limit | trusted proxies', (group) => {
  group.each.setup(() => {
    clock.stop()
    return () => clock.restore()
  })

  test('believe nothing of a client that is no trusted proxy', async ({ assert, cleanup }) => {
    const node = await serve(cleanup, { proxies: ['10.0.0.0/8'] })
    assert.equal(await address(node, '198.51.100.1'), '127.0.0.1')
  })

  test('read the client behind a trusted proxy from the right', async ({ assert, cleanup }) => {
    const node = await serve(cleanup, { proxies: ['127.0.0.1'] })
    assert.equal(await address(node, '198.51.100.1'), '198.51.100.1')
    assert.equal(await address(node, '6.6.6.6, 198.51.100.1'), '198.51.100.1')
    assert.equal(await address(node, '6.6.6.6, 10.0.0.1, 198.51.100.1'), '198.51.100.1')
  })

  test('read past every trusted proxy of a chain, and no further', async ({ assert, cleanup }) => {
    const node = await serve(cleanup, { proxies: ['loopback', '10.0.0.0/8', '2001:db8:cafe::/48'] })
    const chain = '6.6.6.6, 198.51.100.1, 10.1.2.3, 2001:db8:cafe::9'
    assert.equal(await address(node, chain), '198.51.100.1')
  })

  test('know a trusted proxy by its IPv4 address where it comes as IPv6', async ({
    assert,
    cleanup,
  }) => {
    const node = await serve(cleanup, { proxies: ['127.0.0.1', '10.0.0.0/8'], dualStack: true })
    assert.equal(await address(node, '6.6.6.6, 198.51.100.1'), '198.51.100.1')
    assert.equal(await address(node, '198.51.100.1, ::ffff:10.0.0.7'), '198.51.100.1')
  })

  test('count a client alike as IPv4 and as IPv6', async ({ assert, cleanup }) => {
    const node = await serve(cleanup, { proxies: ['loopback'], dualStack: true })
    await node.statuses(5, { 'x-forwarded-for': '198.51.100.1' })
    const { status } = await node.get({ 'x-forwarded-for': '::ffff:198.51.100.1' })
    assert.equal(status, 429)
  })

  test('count clients behind a trusted proxy each for itself', async ({ assert, cleanup }) => {
    const node = await serve(cleanup, { proxies: ['loopback'] })
    assert.deepEqual(
      await node.statuses(5, { 'x-forwarded-for': '198.51.100.1' }),
      Array(5).fill(200)
    )
    assert.deepEqual(
      await node.statuses(5, { 'x-forwarded-for': '198.51.100.2' }),
      Array(5).fill(200)
    )
    assert.deepEqual(await node.statuses(1, { 'x-forwarded-for': '198.51.100.1' }), [429])
  })

  test('gain a client nothing by forging, through the proxy or past it', async ({
    assert,
    cleanup,
  }) => {
    const [behind, direct] = [
      await serve(cleanup, { proxies: ['loopback'] }),
      await serve(cleanup, { proxies: ['10.0.0.0/8'] }),
    ]
    for (let request = 0; request < 5; request++) {
      await behind.get({ 'x-forwarded-for': `203.0.113.${request}, 198.51.100.1` })
      await direct.get({ 'x-forwarded-for': `203.0.113.${request}` })
    }
    assert.deepEqual(
      await behind.statuses(1, { 'x-forwarded-for': '203.0.113.9, 198.51.100.1' }),
      [429]
    )
    assert.deepEqual(await direct.statuses(1, { 'x-forwarded-for': '203.0.113.9' }), [429])
  })

  test('count one /64 of IPv6 as one client', async ({ assert, cleanup }) => {
    const node = await serve(cleanup, { proxies: ['loopback'] })
    for (let request = 1; request <= 5; request++) {
      await node.get({ 'x-forwarded-for': `2001:db8:1:2:${request}::1` })
    }
    assert.deepEqual(await node.statuses(1, { 'x-forwarded-for': '2001:db8:1:2:ffff::1' }), [429])
    assert.deepEqual(await node.statuses(1, { 'x-forwarded-for': '2001:db8:1:3::1' }), [200])
  })

  test('survive a header that is no list of addresses')
    .with([
      '',
      ',',
      ',,,,',
      'unknown',
      '<script>',
      '999.1.1.1',
      `${'1.1.1.1,'.repeat(1000)}x`,
      '1.2.3.4:5678',
    ])
    .run(async ({ assert, cleanup }, forwarded) => {
      const node = await serve(cleanup, { proxies: ['loopback'] })
      assert.deepEqual(await node.statuses(1, { 'x-forwarded-for': forwarded }), [200])
    })
})
