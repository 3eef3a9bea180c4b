import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from '@japa/runner'
import { strToU8, zipSync, type Zippable } from 'fflate'
import { inspectFile } from '#plugins/files/main'
import { ZipFile } from 'yauzl'
import { blankBytes, wordBytes } from '../../helpers/packages.js'
import { OFFICE, officeBytes, type Office } from '../../helpers/office_packages.js'
import { STUFFED_ZIPS, stuffedZip } from '../../helpers/stuffed_zips.js'

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64'
)

const REFUSED: Record<Office, RegExp> = {
  docx: /is named \.docx but its content is docm .*macroEnabled/,
  xlsx: /is named \.xlsx but its content is xlsm .*macroEnabled/,
  pptx: /is named \.pptx but its content is pptm .*macroEnabled/,
}

const office = (extension: Office, type: string, more: Zippable = {}) =>
  officeBytes({ main: OFFICE[extension].main, type, more })
const declaring = (part: string, type: string, more = '') =>
  `<Types><Override PartName="/${part}" ContentType="${type}"/>${more}</Types>`

const ZEROS = '0'.repeat(10_000)
const PROJECT = '<Default Extension="bin" ContentType="application/vnd.ms-office.vbaProject"/>'

/** Each way in which a package has macros, in each kind of package. */
const MACROS = (Object.keys(OFFICE) as Office[]).flatMap((extension) => {
  const { main, type, macroType } = OFFICE[extension]
  const folder = main.split('/')[0]!
  const declared = declaring(main, macroType)
  const typed = (types: Uint8Array) => office(extension, type, { '[Content_Types].xml': types })
  const project = strToU8('project')
  return [
    { title: 'declares macros', bytes: typed(strToU8(declared)) },
    {
      title: 'declares them in UTF-16',
      bytes: typed(Buffer.from(`\ufeff${declared}`, 'utf16le')),
    },
    {
      title: 'declares them in character references',
      bytes: typed(strToU8(declared.replace('macro', '&#x6d;acr&#111;').replace('E', '&#0069;'))),
    },
    {
      title: 'declares them in character references of many zeros',
      bytes: typed(strToU8(declared.replace('macro', `&#x${ZEROS}6d;acr&#${ZEROS}111;`))),
    },
    {
      title: 'declares a project of another name',
      bytes: typed(strToU8(declaring(main, type, PROJECT))),
    },
    {
      title: 'declares them beside another list',
      bytes: office(extension, type, { '[content_types].XML': strToU8(declared) }),
    },
    {
      title: 'holds a project',
      bytes: office(extension, type, { [`${folder}/vbaProject.bin`]: project }),
    },
    {
      title: 'holds one in other letters',
      bytes: office(extension, type, { [`${folder}/sub/VBAPROJECT.BIN`]: project }),
    },
  ].map((one) => ({ ...one, extension }))
})

test.group('Files | type by content', (group) => {
  let folder: string
  group.setup(async () => {
    folder = await mkdtemp(join(tmpdir(), 'chancery-inspect-'))
    return () => rm(folder, { recursive: true })
  })

  async function inspect(bytes: Uint8Array, name: string) {
    const path = join(folder, 'sample')
    await writeFile(path, bytes)
    return inspectFile(path, bytes.length, name)
  }

  test('know a {extension} by its parts')
    .with([
      { kind: 'word' as const, extension: 'docx' },
      { kind: 'cell' as const, extension: 'xlsx' },
      { kind: 'slide' as const, extension: 'pptx' },
    ])
    .run(async ({ assert }, { kind, extension }) => {
      const found = await inspect(blankBytes(kind), `a.${extension}`)
      assert.equal(found.extension, extension)
      assert.include(found.mimeType, 'openxmlformats')
    })

  test('know an OpenDocument, an image, text and mere bytes', async ({ assert }) => {
    const odt = zipSync({ mimetype: strToU8('application/vnd.oasis.opendocument.text') })
    assert.equal((await inspect(odt, 'a.odt')).extension, 'odt')
    assert.equal((await inspect(PNG, 'a.png')).mimeType, 'image/png')
    assert.equal((await inspect(Buffer.from('a;b\n1;2'), 'a.csv')).mimeType, 'text/csv')
    assert.equal(
      (await inspect(Buffer.from([0, 1, 2, 3]), 'a')).mimeType,
      'application/octet-stream'
    )
  })

  test('refuse what is another thing than its name says: {name}')
    .with([
      { name: 'a.docx', bytes: PNG },
      { name: 'a.docx', bytes: Buffer.from('<!doctype html><p>Sign in') },
      { name: 'a.xlsx', bytes: blankBytes('word') },
      { name: 'a.docx', bytes: Buffer.from('MZ\u0090\u0000\u0003') },
      { name: 'a.docx.exe', bytes: blankBytes('word') },
      { name: 'a.pdf', bytes: Buffer.from('plain text') },
    ])
    .run(async ({ assert }, { name, bytes }) => {
      await assert.rejects(() => inspect(bytes, name), /is named \.(docx|xlsx|exe|pdf) but/)
    })

  test('call a package with macros what it is', async ({ assert }) => {
    for (const { title, extension, bytes } of MACROS) {
      const refused = await inspect(bytes, `a.${extension}`).catch((error) => error)
      assert.match(String(refused), REFUSED[extension], `${extension} that ${title}`)
    }
  })

  test('take packages without macros, whatever they speak of', async ({ assert }) => {
    const bytes = wordBytes('macroEnabled vbaProject', { 'word/media/vbaProject.bin.png': PNG })
    assert.equal((await inspect(bytes, 'a.docx')).extension, 'docx')
  })

  test('take what lies embedded in a package for no part of it: {type}')
    .with(
      ['excel.sheet', 'excel.sheet.binary', 'word.document', 'powerpoint.presentation'].map(
        (type) => ({ type: `application/vnd.ms-${type}.macroEnabled.12` })
      )
    )
    .run(async ({ assert }, { type }) => {
      const embedded = `<Default Extension="x" ContentType="${type}"/><Override PartName='/word/embeddings/a.x' ContentType='${type}' />`
      const types = declaring(OFFICE.docx.main, OFFICE.docx.type, embedded)
      const bytes = office('docx', OFFICE.docx.type, {
        '[Content_Types].xml': strToU8(types),
        'word/embeddings/a.x': zipSync({ 'xl/workbook.bin': PNG }),
      })
      assert.equal((await inspect(bytes, 'a.docx')).extension, 'docx')
    })

  test('refuse a package whose list of content types has no end', async ({ assert }) => {
    const bytes = wordBytes('', { '[Content_Types].xml': randomBytes(1024 * 1024 + 1) })
    await assert.rejects(() => inspect(bytes, 'a.docx'), /list of content types/)
  })

  test('refuse a package of which the part that says its kind is damaged', async ({ assert }) => {
    const kind = 'application/vnd.oasis.opendocument.text'.padEnd(90)
    const bytes = Buffer.from(zipSync({ mimetype: [strToU8(kind), { level: 9 }] }))
    bytes.fill(0xff, 38, 46)
    await assert.rejects(() => inspect(bytes, 'a.odt'), /damaged/)
  })

  test('refuse a package that was cut off', async ({ assert }) => {
    const bytes = blankBytes('word')
    await assert.rejects(() => inspect(bytes.subarray(0, bytes.length >> 1), 'a.docx'), /damaged/)
  })

  test('refuse a package that lies about the size of a part', async ({ assert }) => {
    const honest = Buffer.from(wordBytes('x'.repeat(50_000)))
    const lie = Buffer.from(honest)
    const size = Buffer.alloc(4)
    size.writeUInt32LE(50_000 + '<w:document></w:document>'.length)
    const at = lie.lastIndexOf(size)
    assert.isAbove(at, 0)
    lie.writeUInt32LE(10, at)
    await assert.rejects(() => inspect(lie, 'a.docx'), /damaged/)
  })

  for (const [stuffing, zip] of Object.entries(STUFFED_ZIPS)) {
    test(`refuse a table of contents stuffed with ${stuffing}, unread`, async ({ assert }) => {
      const read = countedCalls(ZipFile.prototype, 'readEntry')
      try {
        await assert.rejects(() => inspect(stuffedZip(zip), 'a.docx'), /table of contents/)
        assert.equal(read.calls, 0)
      } finally {
        read.restore()
      }
    })
  }

  test('take a table of contents of {title}')
    .with([
      { title: 'usual fields', stuffing: { parts: 200, extra: 36, comment: 20 } },
      { title: 'a zip64', stuffing: { parts: 200, isZip64: true } },
      { title: 'a package with a long remark', stuffing: { parts: 1, remark: 65_535 } },
    ])
    .run(async ({ assert }, { stuffing }) => {
      assert.equal((await inspect(stuffedZip(stuffing), 'a.docx')).extension, 'docx')
    })

  test('refuse a package whose end counts more parts than there are', async ({ assert }) => {
    const bytes = stuffedZip({ parts: 3 })
    bytes.writeUInt16LE(19_000, bytes.length - 12)
    await assert.rejects(() => inspect(bytes, 'a.docx'), /damaged/)
  })

  test('refuse a package whose parts lead out of it', async ({ assert }) => {
    const escaping = zipSync({ '../../etc/passwd': strToU8('x') })
    await assert.rejects(() => inspect(escaping, 'a.zip'), /damaged/)
  })
})

function countedCalls(owner: { readEntry(): void }, name: 'readEntry') {
  const original = owner[name]
  const counted = { calls: 0, restore: () => void (owner[name] = original) }
  owner[name] = function (this: unknown) {
    counted.calls++
    original.call(this)
  }
  return counted
}
