import type { Router } from '@adonisjs/core/http'
import { E_PAYLOAD_TOO_LARGE, E_TOO_MANY_REQUESTS } from '#kernel/errors/main'
import { CONTENT_HEADERS, fileErrors } from '#plugins/files/main'
import {
  E_DOCUMENT_TYPE,
  E_EDITOR_FILE,
  E_EDITOR_OFF,
  E_EDITOR_TOKEN,
  E_EDITOR_URL,
  E_SOURCE_AMBIGUOUS,
} from '../errors.js'
import { documentPermissions } from '../permissions.js'
import { documentShape } from '../transformers/document_transformer.js'
import { sourceShape } from '../transformers/source_transformer.js'
import { urlTokenValidator } from '../validators/editor_validators.js'
import { saveAsValidator, sourceValidator } from '../validators/source_validators.js'
import { operation } from './operation.js'

const SourcesController = () => import('../controllers/sources_controller.js')
const DocumentServerController = () => import('../controllers/document_server_controller.js')

const { show } = documentPermissions

export default function sourceRoutes(router: Router) {
  operation(router.post(':id/save-as', [SourcesController, 'saveAs']), show, {
    summary: 'Save a copy that the editor has written as a document of the caller',
    description:
      'For the editor’s `onRequestSaveAs`, with the data of its event. Fetches the file from the document server alone. Needs the permission to create documents, and counts as a document that the caller creates.',
    body: saveAsValidator,
    answer: documentShape,
    failures: [
      E_EDITOR_OFF,
      E_DOCUMENT_TYPE,
      E_EDITOR_URL,
      E_EDITOR_FILE,
      E_PAYLOAD_TOO_LARGE,
      fileErrors.E_STORAGE_FULL,
      E_TOO_MANY_REQUESTS,
    ],
  }).as('copies.store')
  operation(router.post(':id/sources', [SourcesController, 'store']), show, {
    summary: 'Sign another document, or a file, for the editor of this one',
    description:
      'Pass the answer to the editor: to `insertImage` (purpose `insertImage`), `setRequestedDocument` (`compare`), `setRequestedSpreadsheet` (`mailMerge`), `setReferenceData` or `setReferenceSource` (`reference`). Name `documentId` or `fileId`, or pass on `referenceData`, `path` or `link` of the editor’s event. It must be within the caller’s reach; a file needs the permission to see files.',
    body: sourceValidator,
    example: { purpose: 'insertImage', c: 'add', fileId: 1 },
    answer: sourceShape,
    failures: [E_EDITOR_OFF, E_SOURCE_AMBIGUOUS],
  })
  router
    .get('source/:id', [DocumentServerController, 'source'])
    .public('the token of the document server names document and file')
    .contract({
      summary: 'A signed file, for the document server',
      query: urlTokenValidator,
      raw: { type: '*/*', statuses: [200, 206, 304], headers: CONTENT_HEADERS },
      failures: [E_EDITOR_TOKEN, fileErrors.E_CONTENT_MISSING, fileErrors.E_RANGE],
    })
    .as('source_content.show')
}
