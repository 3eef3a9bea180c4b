import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from '@japa/runner'
import { strToU8, zipSync } from 'fflate'
import { packageModification, trustedBounds } from '#plugins/files/main'

const around = (inside: string) => `<cp:coreProperties>${inside}</cp:coreProperties>`
const LINKS = `<Relationships><Relationship Id="r1" Type="http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties" Target="/about/core.xml"/></Relationships>`
const SPACES = ' '.repeat(60_000)

test.group('Files | when a package was changed', (group) => {
  let folder: string
  group.setup(async () => {
    folder = await mkdtemp(join(tmpdir(), 'package-'))
    return () => rm(folder, { recursive: true })
  })

  const told = async (xml: string) => {
    const path = join(folder, 'one.docx')
    await writeFile(
      path,
      zipSync({ '_rels/.rels': strToU8(LINKS), 'about/core.xml': strToU8(xml) })
    )
    return packageModification(path, trustedBounds(0))
  }

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
