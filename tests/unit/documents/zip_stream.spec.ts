import { Readable } from 'node:stream'
import { test } from '@japa/runner'
import { unzipSync } from 'fflate'
import { zipOf } from '../../../app/plugins/documents/export/zip_stream.js'

test.group('Documents | a zip that is written as it is read', () => {
  test('keep nothing of what was read already', async ({ assert }) => {
    const heard: number[] = []
    const begun = Promise.withResolvers<void>()
    const entries = Array.from({ length: 30 }, (_, number) => ({
      path: `${number}.txt`,
      modifiedAt: new Date(),
      packed: false,
      open: async () => {
        await begun.promise
        heard.push(zip.listenerCount('close'))
        return Readable.from([Buffer.from(`Number ${number}`)])
      },
    }))
    const zip = zipOf(entries)
    begun.resolve()
    const pieces: Buffer[] = []
    for await (const piece of zip) pieces.push(piece as Buffer)
    assert.lengthOf(Object.keys(unzipSync(Buffer.concat(pieces))), 30)
    assert.isAtMost(Math.max(...heard) - heard[0]!, 1)
  })
})
