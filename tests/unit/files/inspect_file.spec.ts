import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from '@japa/runner'
import { strToU8, zipSync } from 'fflate'
import { inspectFile } from '#plugins/files/main'
import { compoundFile, underPassword } from '../../helpers/compound_files.js'
import { blankBytes, wordBytes } from '../../helpers/packages.js'
import { OFFICE, officeBytes, type Office } from '../../helpers/office_packages.js'
import { STUFFED_ZIPS, stuffedZip } from '../../helpers/stuffed_zips.js'

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64'
)

const utf16 = (xml: string) => Buffer.from(`\ufeff${xml}`, 'utf16le')

/** As an office program writes packages, with macros and without. */
const PACKAGES = (Object.keys(OFFICE) as Office[]).flatMap((extension) => {
  const { main, type, macroType } = OFFICE[extension]
  const project = { [`${main.split('/')[0]}/vbaProject.bin`]: strToU8('project') }
  const withMacros = extension.replace(/x$/, 'm')
  return [
    { title: `an empty .${extension}`, kind: extension, parts: { main, type } },
    {
      title: `a .${extension} of another main part`,
      kind: extension,
      parts: { main: 'a.xml', type },
    },
    {
      title: `a .${withMacros}`,
      kind: withMacros,
      parts: { main, type: macroType, more: project },
    },
    {
      title: `a .${withMacros} without a project`,
      kind: withMacros,
      parts: { main, type: macroType },
    },
    {
      title: `a .${extension} whose types are in UTF-16`,
      kind: extension,
      parts: {
        main,
        type,
        more: { '[Content_Types].xml': utf16(`<Types ContentType="${type}"/>`) },
      },
    },
    {
      title: `a .${extension} with very many types`,
      kind: extension,
      parts: { main, type, more: { '[Content_Types].xml': Buffer.alloc(2_000_000, '<Default/>') } },
    },
    {
      title: `a .${extension} with a project`,
      kind: withMacros,
      parts: { main, type, more: project },
    },
  ]
})

const JAR = zipSync({ 'META-INF/MANIFEST.MF': strToU8('Manifest-Version: 1.0') })

/** The part for which each OpenDocument says what it is. */
const openDocument = (kind: string) =>
  zipSync({ mimetype: strToU8(`application/vnd.oasis.opendocument.${kind}`) })

test.group('Files | type by content', (group) => {
  let folder: string
  group.setup(async () => {
    folder = await mkdtemp(join(tmpdir(), 'chancery-inspect-'))
    return () => rm(folder, { recursive: true })
  })

  async function inspect(bytes: Uint8Array, name: string) {
    const path = join(folder, 'sample')
    await writeFile(path, bytes)
    return inspectFile(path, name)
  }

  for (const { title, kind, parts } of PACKAGES)
    test(`know ${title}`, async ({ assert }) => {
      assert.equal((await inspect(officeBytes(parts), `a.${kind}`)).extension, kind)
      const other = kind === 'docx' ? 'xlsx' : 'docx'
      await assert.rejects(() => inspect(officeBytes(parts), `a.${other}`), /but its content is/)
    })

  test('know {name}')
    .with([
      { name: 'a.docx', bytes: blankBytes('word'), mimeType: /wordprocessingml\.document$/ },
      { name: 'a.xlsx', bytes: blankBytes('cell'), mimeType: /spreadsheetml\.sheet$/ },
      { name: 'a.pptx', bytes: blankBytes('slide'), mimeType: /presentationml\.presentation$/ },
      { name: 'a.odt', bytes: openDocument('text'), mimeType: /opendocument\.text$/ },
      { name: 'a.ods', bytes: openDocument('spreadsheet'), mimeType: /opendocument\.spreadsheet$/ },
      {
        name: 'a.odp',
        bytes: openDocument('presentation'),
        mimeType: /opendocument\.presentation$/,
      },
      { name: 'a.jar', bytes: JAR, mimeType: /java-archive$/ },
      { name: 'a.zip', bytes: JAR, mimeType: /^application\/zip$/ },
      { name: 'a.doc', bytes: compoundFile(['WordDocument'], 'x'), mimeType: /msword$/ },
      { name: 'a.xls', bytes: compoundFile(['Workbook'], 'x'), mimeType: /ms-excel$/ },
      {
        name: 'a.ppt',
        bytes: compoundFile(['PowerPoint Document'], 'x'),
        mimeType: /ms-powerpoint$/,
      },
      { name: 'a.pdf', bytes: Buffer.from('%PDF-1.7\n%âãÏÓ\n', 'latin1'), mimeType: /pdf$/ },
      { name: 'a.rtf', bytes: Buffer.from('{\\rtf1\\ansi x}'), mimeType: /rtf$/ },
      { name: 'a.png', bytes: PNG, mimeType: /^image\/png$/ },
      { name: 'a.csv', bytes: Buffer.from('a;b\n1;2'), mimeType: /^text\/csv$/ },
      { name: 'a', bytes: Buffer.from([0, 1, 2, 3]), mimeType: /octet-stream$/ },
    ])
    .run(async ({ assert }, { name, bytes, mimeType }) => {
      const kind = await inspect(bytes, name)
      assert.match(kind.mimeType, mimeType)
      assert.equal(`a.${kind.extension}`, name === 'a' ? 'a.bin' : name)
    })

  test('refuse an office package under a password, whose type nobody sees', async ({ assert }) => {
    const far = compoundFile([...Array.from({ length: 400 }, String), 'EncryptedPackage'], 'x')
    for (const bytes of [underPassword('x'), far])
      await assert.rejects(() => inspect(bytes, 'a.docx'), /under a password/)
    const old = compoundFile(['WordDocument'], 'E\0n\0c\0r\0y\0p\0t\0e\0d\0P\0a\0c\0k\0a\0g\0e\0')
    assert.equal((await inspect(old, 'a.doc')).extension, 'doc')
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

  test('refuse a table of contents stuffed with {title}')
    .with(Object.entries(STUFFED_ZIPS).map(([title, stuffing]) => ({ title, stuffing })))
    .run(async ({ assert }, { stuffing }) => {
      await assert.rejects(
        () => inspect(stuffedZip(stuffing), 'a.docx'),
        /table of contents|damaged/
      )
    })

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
