import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from '@japa/runner'
import { PROJECT, sourceFiles } from '../helpers/imports.js'

const PLUGIN = 'app/plugins/documents'

/** By which a file is got at, or an address made under which it is. */
const OPENING =
  /\bStoredFile\b(?=[\s\S]*\bStoredFile\s*\.)|\.filesOf\(|\.fileOf\(|\.forContent\(|\.forSource\(|\bsend(?:File|Stream)\(|\bstore\.(?:open|copy)\(|\bsubmittedForms\(|\bDocumentFormData\.query\(/

/** Those that ask, each time, whether whoever acts reads the version: `ReadableVersions`. */
const ASKING = [
  'actions/export_document.ts',
  'controllers/conversions_controller.ts',
  'controllers/versions_controller.ts',
  'queries/editor_content.ts',
  'queries/editor_history.ts',
  'queries/own_conversions.ts',
]

/** The others, and why they need not. */
const OTHERS: Readonly<Record<string, string>> = {
  'actions/open_editor.ts': 'signs what `DocumentServerController` answers: the present version',
  'actions/restore_version.ts': 'within the document; refuses submitted forms',
  'controllers/document_server_controller.ts':
    'answers what `EditorContent` and `SourceContent` found',
  'controllers/documents_controller.ts': 'answers what `ExportDocument` wrote',
  'controllers/templates_controller.ts': 'no version: of a template',
  'conversion/run_conversion.ts': 'for the document server; `DeliverConversion` asks',
  'queries/source_content.ts': 'no version: `ReadableFiles` shows none that is held',
  'queries/submitted_forms.ts': 'answers whose forms `VersionsController` asks for',
  'sources/sign_source.ts': 'signs what `DocumentServerController` answers: the present version',
  'versions/document_sources.ts': 'no version: of a template',
  'versions/document_versions.ts': 'finds; its callers are listed here',
}

const sourceOf = (file: string) => readFileSync(join(PROJECT, PLUGIN, file), 'utf8')
const opening = () =>
  sourceFiles(PLUGIN)
    .map((file) => file.slice(PLUGIN.length + 1))
    .filter((file) => OPENING.test(sourceOf(file)))

test.group('Architecture | contents of versions', () => {
  test('are got at by nothing that has not been looked at', ({ assert }) => {
    assert.sameMembers(
      opening(),
      [...ASKING, ...Object.keys(OTHERS)],
      'Ask ReadableVersions, or say here why it need not'
    )
  })

  for (const file of [...ASKING, 'conversion/deliver_conversion.ts'])
    test(`are handed out where it is asked who reads them: ${file}`, ({ assert }) => {
      const asks = file.startsWith('controllers/conversion') ? 'OwnConversions' : 'ReadableVersions'
      assert.include(sourceOf(file), `: ${asks}`)
    })
})
