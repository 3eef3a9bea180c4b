import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from '@japa/runner'
import { strToU8, zipSync } from 'fflate'
import { fileErrors, inspectFile, PackageTooLarge } from '#plugins/files/main'
import { OFFICE, officeBytes, type Office } from '../../helpers/office_packages.js'

const STRICT = 'http://purl.oclc.org/ooxml/officeDocument/relationships'
const KINDS = Object.keys(OFFICE) as Office[]
const WORD = OFFICE.docx

const inside = { main: 'word/document2.xml', type: WORD.type }
const TARGETS = [
  'word/document2.xml',
  '/word/document2.xml',
  './word/document2.xml',
  'word/a/../document2.xml',
  'Word/Document2.XML',
]
const OUTSIDE = ['../word/document2.xml', '//host/word/document2.xml', 'file:///word/document2.xml']

const entities = Array.from(
  { length: 9 },
  (_, no) => `<!ENTITY a${no + 1} "${`&a${no};`.repeat(9)}">`
)
const BOMB = strToU8(
  `<!DOCTYPE a [<!ENTITY a0 "a">${entities.join('')}]><Relationships a="&a9;"></Relationships>`
)

test.group('Files | the main part of an office package', (group) => {
  let folder: string
  group.setup(async () => {
    folder = await mkdtemp(join(tmpdir(), 'chancery-office-'))
    return () => rm(folder, { recursive: true })
  })

  async function inspect(bytes: Uint8Array, name: string) {
    const path = join(folder, 'sample')
    await writeFile(path, bytes)
    return (await inspectFile(path, bytes.length, name)).extension
  }

  for (const extension of KINDS) {
    const { type, macroType } = OFFICE[extension]
    const withMacros = extension.replace(/x$/, 'm')

    test(`find that of a .${extension} by its relationship`, async ({ assert }) => {
      const bytes = officeBytes({ main: 'parts/main.xml', type })
      assert.equal(await inspect(bytes, `a.${extension}`), extension)
    })

    test(`find that of a strict .${extension}`, async ({ assert }) => {
      const bytes = officeBytes({ main: 'parts/main.xml', type, relationship: STRICT })
      assert.equal(await inspect(bytes, `a.${extension}`), extension)
    })

    test(`know a .${withMacros} by the content type of it`, async ({ assert }) => {
      const bytes = officeBytes({ main: 'parts/main.xml', type: macroType })
      assert.equal(await inspect(bytes, ''), withMacros)
      await assert.rejects(() => inspect(bytes, `a.${extension}`), /its content is ...m /)
    })
  }

  for (const target of TARGETS)
    test(`follow the target ${target}`, async ({ assert }) => {
      assert.equal(await inspect(officeBytes({ ...inside, target }), 'a.docx'), 'docx')
    })

  test('take a workbook whose shared strings are called otherwise', async ({ assert }) => {
    const strings = { 'xl/texts.xml': strToU8('<sst/>') }
    const bytes = officeBytes({ main: 'xl/book.xml', type: OFFICE.xlsx.type, more: strings })
    assert.equal(await inspect(bytes, 'a.xlsx'), 'xlsx')
  })

  test('know a main part by the type of its extension', async ({ assert }) => {
    const types = `<Types><Default Extension="XML" ContentType="${WORD.type}"/></Types>`
    const more = { '[Content_Types].xml': strToU8(types) }
    assert.equal(await inspect(officeBytes({ ...inside, more }), 'a.docx'), 'docx')
  })

  test('read indexes in UTF-16 and with prefixes', async ({ assert }) => {
    const types = `\ufeff<t:Types xmlns:t="x"><t:Override PartName="/word/document2.xml" ContentType="${WORD.type}"/></t:Types>`
    const more = { '[Content_Types].xml': Buffer.from(types, 'utf16le') }
    assert.equal(await inspect(officeBytes({ ...inside, more }), 'a.docx'), 'docx')
  })

  test('believe the type of the main part, not its name', async ({ assert }) => {
    const bytes = officeBytes({ main: WORD.main, type: OFFICE.xlsx.type })
    await assert.rejects(() => inspect(bytes, 'a.docx'), /is named \.docx but its content is xlsx/)
  })

  for (const target of ['word/none.xml', ...OUTSIDE])
    test(`refuse a package whose main part would be ${target}`, async ({ assert }) => {
      const bytes = officeBytes({ ...inside, target })
      await assert.rejects(() => inspect(bytes, 'a.docx'), /its content is zip/)
    })

  test('refuse a package whose main part is outside of it', async ({ assert }) => {
    const bytes = officeBytes({ ...inside, mode: ' TargetMode="External"' })
    await assert.rejects(() => inspect(bytes, 'a.docx'), /its content is zip/)
  })

  test('refuse a package without relationships, or without types', async ({ assert }) => {
    const parts = { '[Content_Types].xml': strToU8('<Types/>'), [WORD.main]: strToU8('<main/>') }
    await assert.rejects(() => inspect(zipSync(parts), 'a.docx'), /its content is zip/)
    const untyped = officeBytes({ ...inside, more: { '[Content_Types].xml': strToU8('<Types/>') } })
    await assert.rejects(() => inspect(untyped, 'a.docx'), /its content is zip/)
  })

  for (const [title, content] of Object.entries({
    'declare entities': BOMB,
    'are cut off': strToU8('<Relationships><Relationship '),
    'are no XML': strToU8('Sign in'),
    'are in no encoding': Buffer.from('<Relationships a="\u00ff"/>', 'latin1'),
  }))
    for (const index of ['_rels/.rels', '[Content_Types].xml'])
      test(`refuse a package whose ${index} ${title}`, async ({ assert }) => {
        const bytes = officeBytes({ ...inside, more: { [index]: content } })
        const fault = await inspect(bytes, 'a.docx').catch((error: unknown) => error)
        assert.instanceOf(fault, fileErrors.E_FILE_UNSAFE)
        assert.match(String(fault), /is damaged/)
      })

  test('refuse a package whose relationships have no end', async ({ assert }) => {
    const links = strToU8(`<Relationships>${'<Relationship/>'.repeat(80_000)}</Relationships>`)
    const bytes = officeBytes({ ...inside, more: { '_rels/.rels': links } })
    const fault = await inspect(bytes, 'a.docx').catch((error: unknown) => error)
    assert.instanceOf(fault, PackageTooLarge)
    assert.match(String(fault), /relationships that is too long/)
  })
})
