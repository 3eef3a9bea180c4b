import { test } from '@japa/runner'
import DocumentLog from '../../../app/plugins/documents/models/document_log.js'
import { editorStage, staged, versionsOf } from '../../helpers/editor_stage.js'
import { loggedWarnings } from '../../helpers/logged_warnings.js'

test.group('Documents | data of submitted forms without end', () => {
  test('read no more of the data than what could be kept, and keep the document', async ({
    client,
    assert,
    cleanup,
  }) => {
    const stage = await editorStage()
    cleanup(() => stage.close())
    const lines = loggedWarnings(cleanup)
    Object.assign(stage.server.faults, { output: 'tooLarge', outputOf: 'formsdata' })

    const { id, config } = await staged(client)
    const editor = await stage.server.open(config)
    editor.edit('Acme')
    const submitted = await editor.submitForm([{ key: 'CompanyName', value: 'Acme' }])
    assert.containsSubset(submitted, { status: 6, saved: true })
    assert.lengthOf(await versionsOf(id), 2)
    const { detail } = await DocumentLog.query()
      .where({ documentId: id, action: 'form_rejected' })
      .firstOrFail()
    assert.containsSubset(detail, { reason: 'It is larger than 128 KB' })
    const [line, ...others] = lines.filter(({ documentId }) => documentId === id)
    assert.containsSubset(line, { versionNo: 2, reason: 'It is larger than 128 KB' })
    assert.lengthOf(others, 0)
    await editor.close()
  })
})
