import { test } from '@japa/runner'
import cors from '#config/cors'
import { originMatcher } from '#kernel/http/main'

test.group('CORS | origin patterns', () => {
  test('match {origin} against {pattern}: {allowed}')
    .with([
      { pattern: 'https://a.example.com', origin: 'https://a.example.com', allowed: true },
      { pattern: 'https://a.example.com', origin: 'http://a.example.com', allowed: false },
      {
        pattern: 'https://a.example.com',
        origin: 'https://a.example.com.evil.org',
        allowed: false,
      },
      { pattern: 'https://*.example.com', origin: 'https://shop.example.com', allowed: true },
      { pattern: 'https://*.example.com', origin: 'https://a.b.example.com', allowed: true },
      { pattern: 'https://*.example.com', origin: 'https://example.com', allowed: false },
      { pattern: 'https://*.example.com', origin: 'https://evil.org/.example.com', allowed: false },
      { pattern: 'https://*.example.com', origin: 'https://evilexample.com', allowed: false },
      { pattern: 'https://*.example.com', origin: 'https://a.example.com:8443', allowed: false },
      { pattern: 'http://localhost:*', origin: 'http://localhost:5173', allowed: true },
      { pattern: 'http://localhost:*', origin: 'http://localhost', allowed: false },
      { pattern: 'https://axexample.com', origin: 'https://a.example.com', allowed: false },
    ])
    .run(({ assert }, { pattern, origin, allowed }) => {
      assert.equal(originMatcher([pattern])(origin), allowed)
    })

  test('match no origin that is longer than any host name, and try no pattern on it', ({
    assert,
  }) => {
    const isAllowed = originMatcher(['https://*.*.example.com'])
    const origin = (length: number) =>
      `https://${'a.'.repeat(length)}`.slice(0, length - 12) + '.example.com'
    assert.isTrue(isAllowed(origin(299)))
    assert.isFalse(isAllowed(origin(301)))
  })

  test('refuse {$self} as a pattern')
    .with([
      '*',
      'https://*',
      'https://*:8080',
      'example.com',
      'javascript:alert(1)',
      'https://a.com/path',
    ])
    .run(({ assert }, pattern) => {
      assert.throws(() => originMatcher([pattern]), /SERVICE_CORS_ALLOWED_ORIGIN_PATTERNS/)
    })

  test('allow nothing when no pattern is given', ({ assert }) => {
    assert.isFalse(originMatcher([])('https://a.example.com'))
  })
})

test.group('CORS | exposed headers', () => {
  test('let pages read what downloads in parts are told by', ({ assert }) => {
    assert.includeMembers(cors.exposeHeaders as string[], [
      'ETag',
      'Content-Range',
      'Accept-Ranges',
    ])
  })
})
