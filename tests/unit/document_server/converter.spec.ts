import { test } from '@japa/runner'
import { fileTypeFromBuffer } from 'file-type'
import { documentTexts } from '#tests/fakes/document_server/ooxml'
import { signToken, type Claims } from '#tests/fakes/document_server/tokens'
import { SECRET, stage, type Stage } from './support/stage.js'

const poster =
  ({ server }: Stage, secret: string | null = SECRET) =>
  async (order: Claims, path = '/converter?shardkey=x'): Promise<Claims> => {
    const token = secret === null ? undefined : signToken(order, secret, Date.now())
    const body = JSON.stringify({ ...order, token })
    const response = await fetch(`${server.url}${path}`, { method: 'POST', body })

    return (await response.json()) as Claims
  }

const orderOf = ({ host }: Stage, members: Claims = {}): Claims => ({
  key: 'k1',
  url: `${host.url}/app/document/content/1?token=file`,
  filetype: 'docx',
  outputtype: 'pdf',
  ...members,
})

async function bytesOf({ fileUrl }: Claims): Promise<Uint8Array> {
  const response = await fetch(String(fileUrl))

  return new Uint8Array(await response.arrayBuffer())
}

test.group('Document server | converter', () => {
  test('fetch, convert and offer the result, told by its bytes', async ({
    assert,
    test: current,
  }) => {
    const theatre = await stage(current)
    const post = poster(theatre)
    const done = await post(orderOf(theatre))
    assert.containsSubset(done, { fileType: 'pdf', percent: 100, endConvert: true })
    assert.equal((await fileTypeFromBuffer(await bytesOf(done)))?.ext, 'pdf')
    const [fetched] = theatre.host.contentFetches
    assert.match(fetched!.headers.authorization!, /^Bearer /)

    const text = orderOf(theatre, { key: 'k2', outputtype: 'odt' })
    const odt = await bytesOf(await post(text, '/ConvertService.ashx'))
    assert.equal((await fileTypeFromBuffer(odt))?.ext, 'odt')
  })

  test('carry the texts over', async ({ assert, test: current }) => {
    const theatre = await stage(current)
    theatre.host.content = Buffer.from('{\\rtf1\\ansi Tom & Jerry}')
    const order = orderOf(theatre, { filetype: 'rtf', outputtype: 'docx' })
    const docx = await bytesOf(await poster(theatre)(order))
    assert.deepEqual(documentTexts(docx, 'docx'), ['Tom & Jerry'])
  })

  test('answer at once where that is asked for, and the same key for good', async ({
    assert,
    test: current,
  }) => {
    const theatre = await stage(current)
    theatre.server.faults.converter = { slowFor: 2 }
    const ask = () => poster(theatre)(orderOf(theatre, { async: true }))
    const running = { percent: 0, endConvert: false }
    assert.deepEqual(await ask(), running)
    await theatre.server.settled()
    assert.deepEqual(await ask(), running)
    assert.containsSubset(await ask(), { percent: 100, endConvert: true })
    assert.lengthOf(theatre.host.contentFetches, 1)

    theatre.server.faults.converter = { endless: true }
    assert.deepEqual(await ask(), running)
  })

  test('answer by code what is amiss', async ({ assert, test: current }) => {
    const theatre = await stage(current)
    const post = poster(theatre)
    const errorOf = async (members: Claims) => (await post(orderOf(theatre, members))).error
    assert.deepEqual(await poster(theatre, 'not the shared secret')(orderOf(theatre)), {
      error: -8,
    })
    assert.deepEqual(await poster(theatre, null)(orderOf(theatre)), { error: -8 })
    assert.equal(await errorOf({ key: 'a/b' }), -7)
    assert.equal(await errorOf({ outputtype: 'exe' }), -7)
    assert.equal(await errorOf({ key: 'a', outputtype: 'xlsx' }), -3)

    theatre.server.faults.converter = { error: -5 }
    assert.equal(await errorOf({ key: 'b' }), -5)
    theatre.server.faults.converter = { limit: 10 }
    assert.equal(await errorOf({ key: 'c' }), -10)
    theatre.server.faults.converter = {}
    theatre.host.contentStatus = 404
    assert.equal(await errorOf({ key: 'd' }), -4)
  })

  test('fetch from no private address without a signed order, nor where it is set so', async ({
    assert,
    test: current,
  }) => {
    const open = await stage(current, { secret: undefined })
    assert.deepEqual(await poster(open, null)(orderOf(open)), { error: -4 })
    assert.lengthOf(open.host.contentFetches, 0)

    const strict = await stage(current)
    strict.server.faults.converter = { addressFilter: 'always' }
    assert.deepEqual(await poster(strict)(orderOf(strict)), { error: -4 })
    assert.lengthOf(strict.host.contentFetches, 0)
    assert.lengthOf(strict.waits, 2)
  })

  test('sign with another secret, or not at all, where it is set so', async ({
    assert,
    test: current,
  }) => {
    const theatre = await stage(current)
    theatre.server.faults.converter = { unsigned: true }
    await poster(theatre)(orderOf(theatre))
    assert.notProperty(theatre.host.contentFetches[0]!.headers, 'authorization')
    theatre.server.faults.converter = { outboxSecret: 'another' }
    await poster(theatre)(orderOf(theatre, { key: 'k2' }))
    assert.property(theatre.host.contentFetches[1]!.headers, 'authorization')
  })
})
