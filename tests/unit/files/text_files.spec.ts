import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from '@japa/runner'
import fc from 'fast-check'
import { inspectFile } from '#plugins/files/main'

/** First letters of other formats that are also how a text may begin. */
const MAGIC = [
  ...[
    'BM',
    'MZ',
    'ID3',
    'FORM',
    'GIF87a',
    'GIF89a',
    'OTTO',
    '%PDF-1.7',
    '{\\rtf1',
    '%!PS-Adobe-3.0',
  ],
  ...['RIFF', 'Rar!', 'PK\u0003\u0004', 'fLaC', 'OggS', 'MThd', '8BPS', 'II*', 'BZh9', '!<arch>\n'],
  ...['<?xml version="1.0"?>', '<svg ', '#!AMR', 'SQLite format 3', 'wOFF', 'Cr24', 'BPG', 'icns'],
]
/** As an office program of its region writes them; none is UTF-8. */
const OLDER: Record<string, string> = {
  'Windows-1252': 'c4e468ec742c20806e646520932e2e94',
  'Windows-1251': 'ffe1ebeeeae83bf1eee0fb',
  'ISO-8859-1': '5a6fffeb3b47fcfcdf65',
  'KOI8-R': 'f0d2c9d7c5d4',
  'GBK': 'c4e3bac33bcac0bde7',
  'GB18030': '8139ee3084318236',
  'Big5': 'a741a6ec3ba5adac69',
  'Shift-JIS': '82b182f182c982bf82cd3b835c',
  'EUC-KR': 'bec8b3e7',
  'DOS, with its mark of the end': '81626572838a0d0a1a',
  'letters that a bitmap begins with': '424d572066fc72',
}
const ENCODINGS = {
  'UTF-8': (text: string) => Buffer.from(text),
  'UTF-8 with its mark': (text: string) => Buffer.from(`\ufeff${text}`),
  'UTF-16 LE': (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le'),
  'UTF-16 BE': (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16(),
}

test.group('Files | text', (group) => {
  let folder: string
  group.setup(async () => {
    folder = await mkdtemp(join(tmpdir(), 'chancery-text-'))
    return () => rm(folder, { recursive: true })
  })

  async function inspect(bytes: Uint8Array, name: string) {
    const path = join(folder, 'sample')
    await writeFile(path, bytes)
    return (await inspectFile(path, name)).extension
  }

  test('take whatever is text for what it is named', async ({ assert }) => {
    const text = fc.string({ unit: 'binary', maxLength: 200 })
    const any = fc.tuple(
      fc.constantFrom('txt', 'csv', 'json', 'md'),
      fc.constantFrom('', ...MAGIC),
      text.map((one) => one.replaceAll('\0', '')),
      fc.constantFrom(...Object.values(ENCODINGS))
    )
    const taken = fc.asyncProperty(any, async ([extension, start, rest, encoded]) => {
      assert.equal(await inspect(encoded(start + rest), `a.${extension}`), extension)
    })
    await fc.assert(taken, { numRuns: 150 })
  })

  test('take a text that begins as another format does for text', async ({ assert }) => {
    for (const start of MAGIC)
      assert.equal(await inspect(Buffer.from(`${start} and so on`), 'a.txt'), 'txt', start)
  })

  test('take a character that is cut by the end of what is read at once', async ({ assert }) => {
    for (const before of [4099, 65_535])
      assert.equal(await inspect(Buffer.from(`${'a'.repeat(before)}ü`), 'a.txt'), 'txt')
  })

  for (const [encoding, hex] of Object.entries(OLDER))
    test(`take text in an older encoding: ${encoding}`, async ({ assert }) => {
      for (const extension of ['txt', 'csv'])
        assert.equal(await inspect(Buffer.from(hex, 'hex'), `a.${extension}`), extension)
    })

  test('refuse what is named text and is {title}')
    .with([
      {
        title: 'a program',
        bytes: Buffer.from('MZ\u0090\u0000\u0003\u0000\u0000\u0000', 'latin1'),
      },
      { title: 'an image', bytes: Buffer.from('GIF89a\u0001\u0000\u0001\u0000\u0080', 'latin1') },
      {
        title: 'a package',
        bytes: Buffer.from('PK\u0003\u0004\u0014\u0000\u0000\u0000', 'latin1'),
      },
      { title: 'text with a NUL', bytes: Buffer.from('some\u0000text') },
      { title: 'a NUL after much text', bytes: Buffer.from(`${'a'.repeat(100_000)}\u0000`) },
      {
        title: 'a control character after much text',
        bytes: Buffer.from(`ä${'a'.repeat(100_000)}\u0001`, 'latin1'),
      },
      { title: 'a PDF', bytes: Buffer.from('%PDF-1.7\n%âãÏÓ\n', 'latin1') },
      { title: 'a PNG', bytes: Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex') },
      { title: 'a JPEG', bytes: Buffer.from('ffd8ffe0', 'hex') },
      { title: 'half a UTF-16 pair', bytes: Buffer.from('\ufeff\ud800', 'utf16le') },
    ])
    .run(async ({ assert }, { bytes }) => {
      for (const name of ['a.txt', 'a.csv'])
        await assert.rejects(() => inspect(bytes, name), /is named \.(txt|csv) but|damaged/)
    })

  test('take an empty text', async ({ assert }) => {
    for (const name of ['txt', 'csv']) assert.equal(await inspect(Buffer.of(), `a.${name}`), name)
  })
})
