import type { Router } from '@adonisjs/core/http'
import {
  E_BAD_REQUEST,
  E_CONFLICT,
  E_NOT_FOUND,
  E_PAYLOAD_TOO_LARGE,
  E_TOO_MANY_REQUESTS,
} from '#kernel/http/errors'
import { pageOf, t } from '#kernel/http/shape'
import { CONTENT_HEADERS, fileErrors } from '#plugins/files/main'
import {
  E_BEING_EDITED,
  E_DOCUMENT_STATE,
  E_DOCUMENT_TYPE,
  E_NO_HANDLER,
  E_NOT_HANDLER,
  E_OWN_WORK,
  E_SUBMITTED_FORM,
  E_TEMPLATE_OFFLINE,
  E_UNSAVED_WORK,
} from '../errors.js'
import { documentPermissions } from '../permissions.js'
import { documentShape } from '../transformers/document_transformer.js'
import { logShape } from '../transformers/log_transformer.js'
import { versionShape } from '../transformers/version_transformer.js'
import {
  createDocumentValidator,
  documentListValidator,
  dropValidator,
  logListValidator,
  renameDocumentValidator,
  reviewValidator,
  submitValidator,
  uploadedDocumentValidator,
  versionListValidator,
} from '../validators/document_validators.js'

const DocumentsController = () => import('../controllers/documents_controller.js')
const VersionsController = () => import('../controllers/versions_controller.js')
const VersionContentController = () => import('../controllers/version_content_controller.js')
const LogsController = () => import('../controllers/logs_controller.js')
const SubmissionsController = () => import('../controllers/submissions_controller.js')
const ReviewsController = () => import('../controllers/reviews_controller.js')

const DROP =
  'While somebody edits it, the call answers 409; `drop=true` ends their sessions first, which needs `document:document:drop`.'

export default function documentRoutes(router: Router) {
  router
    .get('/', [DocumentsController, 'index'])
    .permission(documentPermissions.list)
    .contract({
      summary: 'List documents',
      description:
        '`submittedToMe=true` lists documents submitted to the caller, whatever the data scope; `sharedWithMe=true` those of others that are shared with the caller, their department or one of their roles.',
      query: documentListValidator,
      answer: pageOf(documentShape),
    })
  router
    .post('/', [DocumentsController, 'store'])
    .permission(documentPermissions.create)
    .contract({
      summary: 'Create a document by upload, from a template, or blank',
      description:
        'Counts towards the storage of the caller (`STORAGE_PER_USER`, 413). A user creates 120 a minute, with the copies of the editor.',
      consumes: 'multipart/form-data',
      parts: {
        files: { file: { description: 'A type that the editor opens, such as docx' } },
        fields: uploadedDocumentValidator,
      },
      body: createDocumentValidator,
      example: { title: 'Minutes of the meeting', fileType: 'docx' },
      answer: documentShape,
      failures: [
        E_BAD_REQUEST,
        E_PAYLOAD_TOO_LARGE,
        E_NOT_FOUND,
        E_TEMPLATE_OFFLINE,
        E_DOCUMENT_TYPE,
        fileErrors.E_FILE_TYPE,
        fileErrors.E_FILE_UNSAFE,
        fileErrors.E_STORAGE_FULL,
        E_TOO_MANY_REQUESTS,
      ],
    })
  router
    .get(':id', [DocumentsController, 'show'])
    .permission(documentPermissions.show)
    .contract({ summary: 'A document', answer: documentShape })
  router
    .put(':id', [DocumentsController, 'update'])
    .permission(documentPermissions.edit)
    .contract({
      summary: 'Rename a document',
      description: 'Not while it is under review or approved. A user renames 60 a minute.',
      body: renameDocumentValidator,
      answer: documentShape,
      failures: [E_DOCUMENT_STATE, E_TOO_MANY_REQUESTS],
    })
  router
    .delete(':id', [DocumentsController, 'destroy'])
    .permission(documentPermissions.delete)
    .contract({
      summary: 'Delete a document',
      description: `It is moved to the trash. ${DROP}`,
      query: dropValidator,
      failures: [E_BEING_EDITED, E_UNSAVED_WORK],
    })
  versionRoutes(router)
  router
    .get(':id/logs', [LogsController, 'index'])
    .permission(documentPermissions.show)
    .contract({
      summary: 'Log of a document',
      description:
        'Entries about shares are for those who may share it; entries about reviews and mentions are not for those who see it through a share alone.',
      query: logListValidator,
      answer: pageOf(logShape),
    })
  reviewRoutes(router)
}

function versionRoutes(router: Router) {
  router
    .get(':id/versions', [VersionsController, 'index'])
    .permission(documentPermissions.show)
    .contract({
      summary: 'Versions of a document, newest first',
      description:
        'Up to 200 at once; `page` answers older ones. Submitted forms (`submitted_form`) are among them, and are never the present version.',
      query: versionListValidator,
      answer: t.array(versionShape),
    })
  router
    .get(':id/versions/:no/content', [VersionContentController, 'show'])
    .permission(documentPermissions.show)
    .contract({
      summary: 'Download a version',
      description: 'Supports `Range`, `If-Range` and `If-None-Match`.',
      raw: { type: '*/*', statuses: [200, 206, 304], headers: CONTENT_HEADERS },
      failures: [fileErrors.E_CONTENT_MISSING, fileErrors.E_RANGE],
    })
  router
    .post(':id/versions/:no/restore', [VersionsController, 'restore'])
    .permission(documentPermissions.restore)
    .contract({
      summary: 'Restore a version as a new one',
      description: `Not of a submitted form (\`submitted_form\`). ${DROP} A user restores 30 a minute and 200 an hour.`,
      query: dropValidator,
      answer: versionShape,
      failures: [E_BEING_EDITED, E_UNSAVED_WORK, E_DOCUMENT_STATE, E_SUBMITTED_FORM],
    })
}

function reviewRoutes(router: Router) {
  router
    .post(':id/submit', [SubmissionsController, 'store'])
    .permission(documentPermissions.submit)
    .contract({
      summary: 'Submit a document to handlers for review',
      description: `The document cannot be changed during the review. ${DROP} A handler holds the permission to review, and is within the caller’s reach or sees the document already. With \`DOCUMENT_OWN_REVIEW=false\` it is neither the caller nor the only author of the present version.`,
      query: dropValidator,
      body: submitValidator,
      answer: documentShape,
      failures: [
        E_NO_HANDLER,
        E_DOCUMENT_STATE,
        E_BEING_EDITED,
        E_UNSAVED_WORK,
        E_TOO_MANY_REQUESTS,
      ],
    })
  router
    .put(':id/submission', [SubmissionsController, 'update'])
    .permission(documentPermissions.submit)
    .contract({
      summary: 'Replace the handlers who have not decided yet',
      description: 'Decisions of other handlers stay.',
      body: submitValidator,
      answer: documentShape,
      failures: [E_NO_HANDLER, E_DOCUMENT_STATE, E_TOO_MANY_REQUESTS],
    })
  router
    .delete(':id/submission', [SubmissionsController, 'destroy'])
    .permission(documentPermissions.submit)
    .contract({
      summary: 'Withdraw a submission',
      description:
        'The document is a draft again. Its handlers are told, and may no longer read it.',
      answer: documentShape,
      failures: [E_DOCUMENT_STATE, E_TOO_MANY_REQUESTS],
    })
  router
    .post(':id/review', [ReviewsController, 'store'])
    .permission(documentPermissions.review)
    .contract({
      summary: 'Approve or return a submitted document',
      description:
        'For its handlers. It is returned when one handler returns it, and approved when all have approved. With `submissionNo` the call answers 409 when the document was submitted again since. With `DOCUMENT_OWN_REVIEW=false` nobody approves what they submitted, or a present version of which they are the only author.',
      body: reviewValidator,
      answer: documentShape,
      failures: [
        E_DOCUMENT_STATE,
        E_NOT_HANDLER,
        E_OWN_WORK,
        E_CONFLICT,
        E_BEING_EDITED,
        E_UNSAVED_WORK,
      ],
    })
}
