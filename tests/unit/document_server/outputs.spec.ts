import { test } from '@japa/runner'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { unzipSync } from 'fflate'
import { distortUrl, type OutputFault } from '#tests/fakes/document_server/faults'
import { documentTexts, editDocument } from '#tests/fakes/document_server/ooxml'
import { blankFile, blankKinds } from '#plugins/documents/blank/blank_file'
import { configuration, stage } from './support/stage.js'

const hash = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

async function bodyOf(url: string): Promise<Uint8Array> {
  const response = await fetch(url)

  return new Uint8Array(await response.arrayBuffer())
}

async function statusOf(url: string): Promise<number> {
  const { status } = await fetch(url)

  return status
}

test.group('Document server | saved files', () => {
  for (const kind of blankKinds) {
    test(`write real text into a ${kind} document`, ({ assert }) => {
      const { path, extension } = blankFile(kind)
      const once = editDocument(readFileSync(path), extension, { text: 'Tom & <Jerry>' })
      const twice = editDocument(once, extension, { text: 'second' })

      assert.deepEqual(documentTexts(twice, extension), ['Tom & <Jerry>', 'second'])
      assert.notEqual(hash(once), hash(twice))
      assert.sameMembers(Object.keys(unzipSync(twice)), Object.keys(unzipSync(readFileSync(path))))
    })
  }

  test('reach a chosen size with ballast', ({ assert }) => {
    const { path, extension } = blankFile('word')
    const padded = editDocument(readFileSync(path), extension, { text: 'x', padding: 1_000_000 })

    assert.isAbove(padded.length, 1_000_000)
    assert.deepEqual(documentTexts(editDocument(padded, extension, { text: 'y' }), extension), [
      'x',
      'y',
    ])
  })

  test('serve the saved document and its changes with the observed headers', async ({
    assert,
    test: current,
  }) => {
    const { server, host } = await stage(current)
    const editor = await server.open(configuration(host))
    editor.edit('one')
    const delivered = await editor.close()
    const response = await fetch(String(delivered?.payload.url))

    assert.equal(response.headers.get('accept-ranges'), 'bytes')
    assert.equal(response.headers.get('cache-control'), 'public, max-age=0')
    assert.equal(response.headers.get('content-disposition'), 'attachment')
    assert.match(response.headers.get('content-type') ?? '', /wordprocessingml\.document$/)
    assert.match(response.headers.get('etag') ?? '', /^W\/"[0-9a-f]+-[0-9a-f]+"$/)
    assert.deepEqual(documentTexts(new Uint8Array(await response.arrayBuffer()), 'docx'), ['one'])

    const changes = await bodyOf(String(delivered?.payload.changesurl))
    assert.deepEqual(Object.keys(unzipSync(changes)), ['changes0.json'])
  })

  test('refuse a link that was tampered with or has expired', async ({ assert, test: current }) => {
    let now = Date.now()
    const { server } = await stage(current, { now: () => now })
    const link = server.offer(Buffer.from('x'), 'docx')

    assert.equal(await statusOf(link), 200)
    assert.equal(await statusOf(link.replace(/md5=./, 'md5=~')), 403)
    now += 16 * 60_000
    assert.equal(await statusOf(link), 403)
  })

  test('serve amiss as told, then well again', async ({ assert, test: current }) => {
    const { server } = await stage(current)
    const link = server.offer(Buffer.alloc(1_000, 'x'), 'docx')
    const served = async (output: OutputFault): Promise<[status: number, body: string]> => {
      Object.assign(server.faults, { output, outputTimes: 1 })
      const response = await fetch(link, { redirect: 'manual' })

      return [response.status, await response.text()]
    }

    await assert.rejects(() => served('truncated'))
    assert.deepEqual(await served('cut'), [200, 'x'.repeat(500)])
    assert.deepEqual(await served('empty'), [200, ''])
    assert.match(String(await served('html')), /^200,<!doctype html>/)
    assert.deepEqual(await served('redirecting'), [302, ''])
    assert.deepEqual(await served('notFound'), [404, ''])
    assert.deepEqual(await served('unavailable'), [503, ''])
    assert.lengthOf(await bodyOf(link), 1_000)
  })

  test('lead to the file where a redirect is followed', async ({ assert, test: current }) => {
    const { server } = await stage(current)
    server.faults.output = 'redirecting'

    assert.lengthOf(await bodyOf(server.offer(Buffer.alloc(10, 'x'), 'docx')), 10)
  })

  test('flood and hang until the other side gives up', async ({ assert, test: current }) => {
    const { server } = await stage(current)
    const link = server.offer(Buffer.alloc(10, 'x'), 'docx')
    server.faults.output = 'tooLarge'
    const flooded = await fetch(link)
    let size = 0
    for await (const chunk of flooded.body ?? []) if ((size += chunk.length) > 5_000_000) break
    assert.isAbove(size, 5_000_000)

    server.faults.output = 'hanging'
    await assert.rejects(() => fetch(link, { signal: AbortSignal.timeout(50) }))
  })

  test('sign a distorted url as told', async ({ assert, test: current }) => {
    const { server, host } = await stage(current)
    server.faults.url = 'metadata'
    const editor = await server.open(configuration(host))
    editor.edit('one')
    const delivered = await editor.close()
    assert.match(String(delivered?.payload.url), /^http:\/\/169\.254\.169\.254\/cache\//)

    const url = 'http://127.0.0.1:8000/cache/a?b=c'
    assert.equal(distortUrl(url, undefined), url)
    assert.isUndefined(distortUrl(url, 'missing'))
    assert.equal(distortUrl(url, 'otherHost'), 'http://localhost:8000/cache/a?b=c')
    assert.equal(distortUrl(url, 'otherPort'), 'http://127.0.0.1:8001/cache/a?b=c')
    assert.equal(distortUrl(url, 'userInfo'), 'http://user:secret@127.0.0.1:8000/cache/a?b=c')
  })
})
