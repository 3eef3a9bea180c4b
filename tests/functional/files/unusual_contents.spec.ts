import { test } from '@japa/runner'
import { download } from '../../helpers/download.js'
import { makeOperator } from '../../helpers/accounts.js'
import { OFFICE, officeBytes } from '../../helpers/office_packages.js'
import { openGate } from '../../helpers/open_gate.js'

const UNUSUAL = [
  {
    title: 'a document of another main part',
    filename: 'a.docx',
    bytes: officeBytes({ main: 'word/document2.xml', type: OFFICE.docx.type }),
  },
  {
    title: 'a workbook of another main part, whose strings are called otherwise',
    filename: 'a.xlsx',
    bytes: officeBytes({
      main: 'xl/book.xml',
      type: OFFICE.xlsx.type,
      more: { 'xl/texts.xml': Buffer.from('<sst/>') },
    }),
  },
  {
    title: 'a presentation of another main part',
    filename: 'a.pptx',
    bytes: officeBytes({ main: 'ppt/slides.xml', type: OFFICE.pptx.type }),
  },
  { title: 'a text in GBK', filename: 'a.txt', bytes: Buffer.from('c4e3bac3', 'hex') },
  { title: 'a text in Windows-1252', filename: 'a.txt', bytes: Buffer.from('c4e468', 'hex') },
  { title: 'a table in Shift-JIS', filename: 'a.csv', bytes: Buffer.from('82b13b82f1', 'hex') },
]

test.group('Files | contents that are not as usual', (group) => {
  group.setup(() => openGate().shut)

  for (const { title, filename, bytes } of UNUSUAL) {
    test(`keep ${title} as a file`, async ({ client, assert }) => {
      const user = await makeOperator()
      const kept = await client.post('/app/files').loginAs(user).file('file', bytes, { filename })
      kept.assertStatus(200)
      const content = await download(client, `/app/files/${kept.body().data.id}/content`)
      assert.deepEqual(content.bytes, bytes)
    })

    test(`make a document of ${title}`, async ({ client, assert }) => {
      const user = await makeOperator()
      const upload = client.post('/app/document').loginAs(user)
      const made = await upload.file('file', bytes, { filename })
      made.assertStatus(200)
      const address = `/app/document/${made.body().data.id}/versions/1/content`
      assert.deepEqual((await download(client, address)).bytes, bytes)
    })
  }
})
