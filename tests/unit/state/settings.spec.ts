import { test } from '@japa/runner'
import { clientKey, networkOf } from '#kernel/rate_limit/main'
import { redisOptions } from '#kernel/state/main'
import { trustedProxies } from '#kernel/http/main'

test.group('State | settings', () => {
  test('read every part of a Redis URL')
    .with([
      ['redis://localhost', { host: 'localhost', port: 6379, db: 0, tls: undefined }],
      ['redis://10.0.0.7:7000/3', { host: '10.0.0.7', port: 7000, db: 3 }],
      ['rediss://me:p%40ss@cache.example.com', { username: 'me', password: 'p@ss', tls: {} }],
      ['redis://[::1]:6380/', { host: '::1', port: 6380, db: 0 }],
    ] as const)
    .run(({ assert }, [url, expected]) => {
      assert.containsSubset(redisOptions(url), expected)
    })

  test('refuse what is no Redis URL, without repeating its password')
    .with([
      'localhost:6379',
      'http://localhost',
      'redis://',
      'redis://host/x',
      '',
      'redis://:secret@/0',
    ])
    .run(({ assert }, url) => {
      assert.throws(
        () => redisOptions(url),
        'REDIS_URL is not understood; write it as redis://user:password@host:6379/0, with special characters percent-encoded, or leave it out to run alone.'
      )
    })

  test('refuse a list of proxies that is not understood')
    .with(['10.0.0.0/99', 'proxy.example.com', '*', '1.2.3'])
    .run(({ assert }, part) => {
      assert.throws(
        () => trustedProxies(['127.0.0.1', part]),
        /^TRUSTED_PROXIES holds ".*", which is not/
      )
    })

  test('trust nobody by an empty list', ({ assert }) => {
    assert.isFalse(trustedProxies([])('127.0.0.1', 0))
  })

  test('count a client by its address')
    .with([
      ['203.0.113.9', '203.0.113.9'],
      ['::ffff:203.0.113.9', '203.0.113.9'],
      ['::ffff:cb00:7109', '203.0.113.9'],
      ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
      ['2001:db8:1:2::', '2001:db8:1:2::/64'],
      ['2001:DB8:1:2:ffff::1', '2001:db8:1:2::/64'],
      ['::1', '0:0:0:0::/64'],
      ['fe80::1%eth0', 'fe80:0:0:0::/64'],
      ['not an address', 'unknown'],
      ['1.2.3.4.5', 'unknown'],
      ['', 'unknown'],
      [undefined, 'unknown'],
    ] as const)
    .run(({ assert }, [address, key]) => {
      assert.equal(clientKey(address), key)
    })

  test('tell the network of a client')
    .with([
      ['203.0.113.9', '203.0.113.0/24'],
      ['::ffff:203.0.113.9', '203.0.113.0/24'],
      ['2001:db8:f:1::1', '2001:db8:f::/48'],
      ['2001:db8::1', '2001:db8:0::/48'],
      ['nonsense', 'unknown'],
    ] as const)
    .run(({ assert }, [address, network]) => {
      assert.equal(networkOf(clientKey(address)), network)
    })
})
