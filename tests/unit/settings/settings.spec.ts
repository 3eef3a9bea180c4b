import { test } from '@japa/runner'
import { createEnv, defineSettings, readSettings, setting } from '#kernel/settings/main'
import { assertRetention, retentionDays } from '#kernel/settings/retention_days'

const about = { who: 'nobody', doc: 'A test.' }
const settings = defineSettings({
  title: 'Test',
  keys: {
    TEST_TEXT: setting.text({ ...about, default: 'plain' }),
    TEST_NONE: setting.text(about),
    TEST_FLAG: setting.boolean({ ...about, default: true }),
    TEST_COUNT: setting.integer({ ...about, default: 5, min: 1, max: 20 }),
    TEST_CHOICE: setting.oneOf(['one', 'two'], { ...about, default: 'one' }),
    TEST_SIZE: setting.bytes({ ...about, default: '1mb' }),
    TEST_ADDRESS: setting.address(about),
    TEST_SECRET: setting.secret({ ...about, shortest: 8, shortestElsewhere: 2 }),
  },
})

const READ: [key: keyof typeof settings.keys, text: string | undefined, value: unknown][] = [
  ['TEST_TEXT', undefined, 'plain'],
  ['TEST_TEXT', '', 'plain'],
  ['TEST_TEXT', 'a, b', 'a, b'],
  ['TEST_NONE', '', undefined],
  ['TEST_FLAG', undefined, true],
  ['TEST_FLAG', 'false', false],
  ['TEST_FLAG', '0', false],
  ['TEST_FLAG', '1', true],
  ['TEST_COUNT', undefined, 5],
  ['TEST_COUNT', '20', 20],
  ['TEST_CHOICE', 'two', 'two'],
  ['TEST_SIZE', undefined, 1024 ** 2],
  ['TEST_SIZE', '2kb', 2048],
  ['TEST_ADDRESS', 'https://a.example/path', 'https://a.example/path'],
  ['TEST_ADDRESS', '', undefined],
  ['TEST_SECRET', undefined, undefined],
]

const REFUSED: [key: string, text: string, sentence: RegExp][] = [
  [
    'TEST_FLAG',
    'maybe',
    /^TEST_FLAG is maybe; set true or false, or leave it out for the default$/,
  ],
  ['TEST_COUNT', '0', /^TEST_COUNT is 0; set a whole number from 1 to 20, or leave it out/],
  ['TEST_COUNT', '1.5', /^TEST_COUNT is 1\.5; set a whole number/],
  ['TEST_COUNT', '1e12', /^TEST_COUNT is 1e12; set a whole number/],
  ['TEST_COUNT', 'five', /^TEST_COUNT is five; set a whole number/],
  ['TEST_CHOICE', 'three', /^TEST_CHOICE is three; set one of one, two, or leave it out/],
  ['TEST_SIZE', 'much', /^TEST_SIZE is much; set a size such as 100mb, or leave it out/],
  ['TEST_SIZE', '-1', /^TEST_SIZE is -1; set a size/],
  ['TEST_ADDRESS', 'ftp://a.example', /^TEST_ADDRESS is no address that starts with http/],
  ['TEST_ADDRESS', 'http://me:pw@a.example', /^TEST_ADDRESS is no address that .* such as https:/],
  ['TEST_ADDRESS', 'http://a.example?x=1', /^TEST_ADDRESS is no address/],
  ['TEST_SECRET', 'x', /^TEST_SECRET has 1 characters and needs at least 2; make one with: node/],
]

const KINDS = { rows: { days: 90, min: 31, doc: '' }, logs: { min: 0, unset: 'as rows', doc: '' } }

test.group('Settings | declarations', () => {
  test('read {0}={1}')
    .with(READ)
    .run(({ assert }, [key, text, value]) => {
      assert.strictEqual(readSettings(settings, { [key]: text })[key], value)
    })

  test('refuse {0}={1} with a sentence that names the key and the remedy')
    .with(REFUSED)
    .run(({ assert }, [key, text, sentence]) => {
      assert.throws(() => readSettings(settings, { [key]: text }), sentence)
    })

  test('ask for longer secrets in production', ({ assert }) => {
    assert.equal(readSettings(settings, { TEST_SECRET: 'short' }).TEST_SECRET?.release(), 'short')
    assert.throws(
      () => readSettings(settings, { TEST_SECRET: 'short', NODE_ENV: 'production' }),
      /^TEST_SECRET has 5 characters and needs at least 8/
    )
  })

  test('name every key that is wrong at once, and refuse one that is declared twice', async ({
    assert,
    cleanup,
  }) => {
    const root = new URL('./', import.meta.url)
    Object.assign(process.env, { TEST_COUNT: '0', TEST_CHOICE: 'three' })
    cleanup(() => ['TEST_COUNT', 'TEST_CHOICE'].forEach((key) => delete process.env[key]))
    await assert.rejects(
      () => createEnv(root, [{ settings }]),
      /^TEST_COUNT is 0; [^\n]+\nTEST_CHOICE is three; [^\n]+$/
    )
    await assert.rejects(
      () =>
        createEnv(
          root,
          ['shop', 'stock'].map((name) => ({ name, settings }))
        ),
      /^The setting TEST_TEXT is declared by plugin "shop" and by plugin "stock"; rename it/
    )
    const rows = { retention: KINDS }
    await assert.rejects(
      () =>
        createEnv(root, [
          { name: 'shop', ...rows },
          { name: 'stock', ...rows },
        ]),
      /^The kind of retention rows is declared by plugin "shop" and by plugin "stock"/
    )
  })
})

test.group('Settings | retention', () => {
  test('read days by kind, and the defaults of those that are not named', ({ assert }) => {
    assert.deepEqual(retentionDays(KINDS, {}), { rows: 90, logs: undefined })
    assert.deepEqual(retentionDays(KINDS, { RETENTION_DAYS: 'logs:0, other:3' }), {
      rows: 90,
      logs: 0,
    })
  })

  test('refuse RETENTION_DAYS={0}')
    .with([
      ['users:3', /^RETENTION_DAYS names "users"; the kinds are rows, logs$/],
      ['rows:30', /^RETENTION_DAYS sets rows to "30"; set a whole number of days from 31 to 36500/],
      ['rows', /^RETENTION_DAYS sets rows to ""; set a whole number/],
      ['logs:0.5', /^RETENTION_DAYS sets logs to "0\.5"; set a whole number of days from 0/],
      ['rows:1e9', /^RETENTION_DAYS sets rows to "1e9"; set a whole number/],
    ] as const)
    .run(({ assert }, [text, sentence]) => {
      assert.throws(() => assertRetention(KINDS, { RETENTION_DAYS: text }), sentence)
      assert.doesNotThrow(() => assertRetention(KINDS, { RETENTION_DAYS: 'rows:31,logs:0' }))
    })

  test('say where a retention key of its own has moved', async ({ assert, cleanup }) => {
    process.env.TEST_RETENTION_DAYS = '30'
    cleanup(() => void delete process.env.TEST_RETENTION_DAYS)
    await assert.rejects(
      () => createEnv(new URL('./', import.meta.url), [{ retention: KINDS }]),
      /^TEST_RETENTION_DAYS has moved to RETENTION_DAYS, .* the kinds are rows, logs$/
    )
  })
})
