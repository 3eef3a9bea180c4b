import type { Router } from '@adonisjs/core/http'
import { E_PAYLOAD_TOO_LARGE, E_TOO_MANY_REQUESTS } from '#kernel/http/errors'
import { numericId } from '#kernel/http/params'
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

const CopiesController = () => import('../controllers/copies_controller.js')
const SourcesController = () => import('../controllers/sources_controller.js')
const SourceContentController = () => import('../controllers/source_content_controller.js')

export default function sourceRoutes(router: Router) {
  router
    .post(':id/save-as', [CopiesController, 'store'])
    .where('id', numericId)
    .permission(documentPermissions.show)
    .contract({
      summary: 'Keep a copy that the editor has written, as a document of the caller’s',
      description:
        'For the editor’s `onRequestSaveAs`, with what its event says. The file is fetched from the document server and nowhere else. Takes the permission to create documents as well, room of the caller’s, and counts as a document that they make.',
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
    })
  router
    .post(':id/sources', [SourcesController, 'store'])
    .where('id', numericId)
    .permission(documentPermissions.show)
    .contract({
      summary: 'Hand another document, or a file, to the editor of this one',
      description:
        'What is answered goes to the editor as it is: `insertImage` (purpose `insertImage`), `setRequestedDocument` (`compare`), `setRequestedSpreadsheet` (`mailMerge`), `setReferenceData` and `setReferenceSource` (`reference`). One names `documentId` or `fileId`, or hands on what the editor’s event says: `referenceData`, `path`, `link`. It must be within the caller’s reach, for a file through the permission to see files.',
      body: sourceValidator,
      example: { purpose: 'insertImage', c: 'add', fileId: 1 },
      answer: sourceShape,
      failures: [E_EDITOR_OFF, E_SOURCE_AMBIGUOUS],
    })
  router
    .get('source/:id', [SourceContentController, 'show'])
    .where('id', numericId)
    .public('the document server comes with a token that names document and file')
    .contract({
      summary: 'A file that the editor of a document was given, for the document server',
      query: urlTokenValidator,
      raw: { type: '*/*', statuses: [200, 206, 304], headers: CONTENT_HEADERS },
      failures: [E_EDITOR_TOKEN, fileErrors.E_CONTENT_MISSING, fileErrors.E_RANGE],
    })
}
