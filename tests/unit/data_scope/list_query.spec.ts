import { test } from '@japa/runner'
import vine from '@vinejs/vine'
import {
  instantRange,
  listQuery,
  parseSort,
  idParameter,
  idsParameter,
} from '#kernel/contracts/main'

const validator = listQuery({
  sorts: ['id', 'name', 'createdAt', 'a', 'b', 'c'],
  filters: {
    keyword: vine.string().maxLength(10).optional(),
    departmentId: idParameter().optional(),
    ...instantRange('createdAt'),
  },
})

async function faultOf(query: unknown): Promise<string[]> {
  const error = await validator.validate(query).catch((caught) => caught)
  return (error.messages ?? []).map(({ field }: { field: string }) => field)
}

test.group('List query | what is taken', () => {
  test('take nothing at all', async ({ assert }) => {
    assert.deepEqual(await validator.validate({}), {})
  })

  test('read pages, sorts, counts, filters and ranges', async ({ assert }) => {
    const query = await validator.validate({
      page: '3',
      pageSize: '50',
      sort: '-createdAt,name',
      count: 'capped',
      cursor: 'abc',
      keyword: 'x',
      departmentId: '7',
      createdAtFrom: '2026-01-02T03:04:05+02:00',
      createdAtTo: '2026-01-02',
      unknown: 'ignored',
    })
    assert.deepInclude(query, {
      page: 3,
      pageSize: 50,
      count: 'capped',
      cursor: 'abc',
      keyword: 'x',
      departmentId: 7,
    })
    assert.deepEqual(query.sort, parseSort('-createdAt,name'))
    assert.equal(query.createdAtFrom?.toISO(), '2026-01-02T01:04:05.000Z')
    assert.equal(query.createdAtTo?.toISO(), '2026-01-02T23:59:59.999Z')
    assert.notProperty(query, 'unknown')
  })

  for (const [written, iso] of [
    ['2026-01-02T03:04:05 02:00', '2026-01-02T01:04:05.000Z'],
    ['2026-01-02 03:04:05', '2026-01-02T03:04:05.000Z'],
    ['2026-01-02 03:04', '2026-01-02T03:04:00.000Z'],
    ['2026-01-02 03:04:05 02:00', '2026-01-02T01:04:05.000Z'],
  ] as const) {
    test(`take ${written}, whose T or plus sign is a space`, async ({ assert }) => {
      const query = await validator.validate({ createdAtFrom: written, createdAtTo: written })
      assert.equal(query.createdAtFrom?.toISO(), iso)
      assert.equal(query.createdAtTo?.toISO(), iso)
    })
  }

  for (const pageSize of ['201', '1000', '1000000000']) {
    test(`clamp a page size of ${pageSize}`, async ({ assert }) => {
      assert.equal((await validator.validate({ pageSize })).pageSize, 200)
    })
  }
})

test.group('List query | what is refused', () => {
  const refused: [string, unknown[]][] = [
    [
      'page',
      [
        '0',
        '-1',
        '1.5',
        'abc',
        '',
        ' ',
        '1e3',
        '0x10',
        '9999999',
        ['1'],
        ['1', '2'],
        { a: '1' },
        'NaN',
        'Infinity',
      ],
    ],
    ['pageSize', ['0', '-1', '1.5', 'abc', '', ['20'], '1e9', '99999999999999999999', '٣']],
    [
      'sort',
      [
        'password',
        'id;drop table users',
        'id desc',
        '-',
        ',',
        '',
        'id,id',
        'id,-id',
        '--id',
        'id,name,a,b,c,createdAt',
        ['id'],
        'ID',
      ],
    ],
    ['count', ['all', 'EXACT', ['exact']]],
    ['cursor', ['', 'x'.repeat(1_025), ['x']]],
    ['keyword', ['x'.repeat(11), ['x']]],
    ['departmentId', ['0', '-1', '1.0', '2147483648', '9223372036854775808', ['1'], 'x']],
    [
      'createdAtFrom',
      [
        'yesterday',
        '2026-13-01',
        '99999',
        ['2026-01-01'],
        '0001-01-01',
        "2026-01-01'--",
        '+012026-01-01T00:00:00Z',
      ],
    ],
    ['createdAtTo', ['2026-02-30', 'x'.repeat(41)]],
  ]

  for (const [field, values] of refused) {
    for (const value of values) {
      test(`refuse ${JSON.stringify(value).slice(0, 60)} as ${field}`, async ({ assert }) => {
        assert.deepEqual(await faultOf({ [field]: value }), [field])
      })
    }
  }
})

test.group('List query | ids', () => {
  const ids = vine.create({ ids: idsParameter(3) })

  test('read ids, each once', async ({ assert }) => {
    assert.deepEqual((await ids.validate({ ids: '1,2,2' })).ids, [1, 2])
  })

  for (const value of [
    '',
    ',',
    '1,',
    '0',
    '-1',
    '1.5',
    'a',
    '1 or 1=1',
    '2147483648',
    '1,2,3,4',
    ['1'],
    undefined,
  ]) {
    test(`refuse ${JSON.stringify(value)} as ids`, async ({ assert }) => {
      await assert.rejects(() => ids.validate({ ids: value }))
    })
  }
})

test.group('List query | description', () => {
  test('describe itself truthfully', ({ assert }) => {
    const schema = validator.toJSONSchema() as {
      properties: Record<string, any>
      required?: string[]
    }
    assert.isEmpty(schema.required ?? [])
    assert.deepInclude(schema.properties.page, { type: 'integer', minimum: 1, default: 1 })
    assert.deepInclude(schema.properties.pageSize, { type: 'integer', minimum: 1, default: 20 })
    assert.notProperty(schema.properties.pageSize, 'maximum')
    assert.deepInclude(schema.properties.departmentId, {
      type: 'integer',
      minimum: 1,
      maximum: 2_147_483_647,
    })
    assert.deepEqual(schema.properties.count, { enum: ['exact', 'capped', 'none'] })
    assert.deepEqual(schema.properties.createdAtFrom.anyOf, [
      { type: 'string', format: 'date-time' },
      { type: 'string', format: 'date' },
    ])
    assert.match('-createdAt,name', new RegExp(schema.properties.sort.pattern))
    assert.notMatch('password', new RegExp(schema.properties.sort.pattern))
  })
})
