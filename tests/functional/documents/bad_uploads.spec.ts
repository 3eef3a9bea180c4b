import { test } from '@japa/runner'
import { ownRowsOf } from '#kernel/acting/main'
import { makeOperator } from '../../helpers/accounts.js'
import { incoming } from '../../helpers/incoming_files.js'
import { openGateOf } from '../../helpers/open_gate.js'
import { OFFICE, officeBytes } from '../../helpers/office_packages.js'
import { wordBytes } from '../../helpers/packages.js'
import { stuffedZip } from '../../helpers/stuffed_zips.js'

const MB = 1024 * 1024
const escaping = () => wordBytes('', { '../../etc/passwd': Buffer.from('x') })
const bomb = () => wordBytes('', { 'word/media/zeros.bin': new Uint8Array(100 * MB) })
const stuffed = () => stuffedZip({ parts: 70, extra: 65_532, comment: 65_535 })
const main = { main: 'word/document2.xml', type: OFFICE.docx.type }
const macrosElsewhere = () => officeBytes({ ...main, type: OFFICE.docx.macroType })
const macros = () => wordBytes('', { 'word/vbaProject.bin': Buffer.from('project') })

test.group('Documents | uploads that are refused', (group) => {
  const gate = openGateOf(group)

  test('make no document of {title}')
    .with([
      { title: 'an empty file', bytes: () => Buffer.alloc(0), name: 'a.docx', status: 422 },
      { title: 'a package that unpacks without end', bytes: bomb, name: 'a.docx', status: 422 },
      { title: 'a package that is stuffed', bytes: stuffed, name: 'a.docx', status: 422 },
      { title: 'a package that leads out of itself', bytes: escaping, name: 'a.docx', status: 422 },
      { title: 'macros in another part', bytes: macrosElsewhere, name: 'a.docx', status: 415 },
      { title: 'data', bytes: () => Buffer.from([0, 1, 2]), name: 'data.bin', status: 415 },
      { title: 'a program', bytes: () => Buffer.from('MZ\u0090\0'), name: 'a.docx', status: 415 },
      { title: 'macros', bytes: macros, name: 'a.docx', status: 415 },
      { title: 'macros by their name', bytes: macros, name: 'a.docm', status: 415 },
      { title: 'a last name of two', bytes: () => wordBytes('x'), name: 'a.docx.exe', status: 415 },
      {
        title: 'a file over the limit',
        bytes: () => Buffer.alloc(101 * MB),
        name: 'a.docx',
        status: 413,
      },
    ])
    .run(async ({ client, assert }, { bytes, name: filename, status }) => {
      const user = await makeOperator()
      gate.tell(user.id, ownRowsOf(user.id))
      const refused = await client
        .post('/app/document')
        .loginAs(user)
        .file('file', bytes(), { filename })
      refused.assertStatus(status)
      const list = await client.get('/app/document').loginAs(user)
      list.assertBodyContains({ data: { items: [], total: 0 } })
      assert.deepEqual(await incoming(), [])
    })
})
