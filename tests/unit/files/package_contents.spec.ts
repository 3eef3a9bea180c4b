import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from '@japa/runner'
import { strToU8, zipSync, type Zippable } from 'fflate'
import { packageContents, trustedBounds } from '#plugins/files/main'

const around = (inside: string) => `<cp:coreProperties>${inside}</cp:coreProperties>`
const SPACES = ' '.repeat(60_000)

test.group('Files | what a package holds', (group) => {
  let folder: string
  group.setup(async () => {
    folder = await mkdtemp(join(tmpdir(), 'package-'))
    return () => rm(folder, { recursive: true })
  })

  const contentsOf = async (bytes: Uint8Array) => {
    const path = join(folder, 'one.docx')
    await writeFile(path, bytes)
    return packageContents(path, trustedBounds(0))
  }
  const told = async (xml: string) =>
    (await contentsOf(zipSync({ 'docProps/core.xml': strToU8(xml) }))).modifiedAt

  test('know what it holds, however it is packed', async ({ assert }) => {
    const digestOf = async (bytes: Uint8Array) => (await contentsOf(bytes)).digest
    const [a, b] = [strToU8('a'.repeat(1_000)), strToU8('b')]
    const digest = await digestOf(zipSync({ a, b }))
    assert.match(digest, /^[0-9a-f]{64}$/)
    assert.equal(await digestOf(zipSync({ b, a }, { level: 0, mtime: '1999-01-01' })), digest)
    const others: Zippable[] = [{ a, b: a }, { a, c: b }, { a }, { a: b, b: a }]
    for (const other of others) assert.notEqual(await digestOf(zipSync(other)), digest)
  })

  const moment = '2026-11-22T10:00:00Z'
  const dated = [
    { title: 'as it is written', xml: around(`<dcterms:modified>${moment}</dcterms:modified>`) },
    {
      title: 'with its type and blanks around it',
      xml: around(`<dcterms:modified xsi:type="dcterms:W3CDTF">\n  ${moment}\n</dcterms:modified>`),
    },
  ]
  for (const { title, xml } of dated) {
    test(`read the moment ${title}`, async ({ assert }) => {
      assert.equal(await told(xml), Date.parse(moment))
    })
  }

  const undated = [
    { title: 'no properties', xml: '' },
    { title: 'no moment', xml: around('<dcterms:modified>soon</dcterms:modified>') },
    { title: 'blanks without an end', xml: `<dcterms:modified>${SPACES}` },
    { title: 'one opening after the other', xml: '<dcterms:modified'.repeat(3_500) },
  ]
  for (const { title, xml } of undated) {
    test(`read nothing where there is ${title}`, async ({ assert }) => {
      assert.isNull(await told(xml))
    })
  }
})
