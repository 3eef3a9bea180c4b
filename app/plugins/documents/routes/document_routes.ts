import type { Router } from '@adonisjs/core/http'
import {
  E_BAD_REQUEST,
  E_CONFLICT,
  E_NOT_FOUND,
  E_PAYLOAD_TOO_LARGE,
  E_TOO_MANY_REQUESTS,
} from '#kernel/http/errors'
import { numericId } from '#kernel/http/params'
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

export default function documentRoutes(router: Router) {
  router
    .get('/', [DocumentsController, 'index'])
    .permission(documentPermissions.list)
    .contract({
      summary: 'List documents',
      description:
        'With `submittedToMe=true`: those submitted to the caller, whatever the data scope. With `sharedWithMe=true`: those of others that are shared with the caller, their department or one of their roles.',
      query: documentListValidator,
      answer: pageOf(documentShape),
    })
  router
    .post('/', [DocumentsController, 'store'])
    .permission(documentPermissions.create)
    .contract({
      summary: 'Create a document by upload, from a template, or blank',
      description:
        'It takes room of the caller’s (`STORAGE_PER_USER`; 413 beyond that). 429 beyond 120 a minute of one person, copies that the editor has written among them.',
      consumes: 'multipart/form-data',
      parts: {
        files: {
          file: { description: 'What the editor can open: docx, xlsx, pptx and their kin' },
        },
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
    .where('id', numericId)
    .permission(documentPermissions.show)
    .contract({ summary: 'A document', answer: documentShape })
  router
    .put(':id', [DocumentsController, 'update'])
    .where('id', numericId)
    .permission(documentPermissions.edit)
    .contract({
      summary: 'Rename a document',
      description:
        'Not while it is under review, nor once it is approved. With the title that it has nothing is done. 429 beyond sixty a minute of one person.',
      body: renameDocumentValidator,
      answer: documentShape,
      failures: [E_DOCUMENT_STATE, E_TOO_MANY_REQUESTS],
    })
  router
    .delete(':id', [DocumentsController, 'destroy'])
    .where('id', numericId)
    .permission(documentPermissions.delete)
    .contract({
      summary: 'Delete a document',
      description:
        'It and its versions are kept for a while. With `drop=true` whoever edits it is sent out first; that takes `document:document:drop` as well.',
      query: dropValidator,
      failures: [E_BEING_EDITED, E_UNSAVED_WORK],
    })
  versionRoutes(router)
  router
    .get(':id/logs', [LogsController, 'index'])
    .where('id', numericId)
    .permission(documentPermissions.show)
    .contract({
      summary: 'What happened to a document',
      description:
        'Lines about shares are for those who may share it; lines about reviews and mentions are not for those who see it through a share alone.',
      query: logListValidator,
      answer: pageOf(logShape),
    })
  reviewRoutes(router)
}

function versionRoutes(router: Router) {
  router
    .get(':id/versions', [VersionsController, 'index'])
    .where('id', numericId)
    .permission(documentPermissions.show)
    .contract({
      summary: 'Versions of a document, newest first',
      description:
        'Up to 200 of them at once; `page` answers older ones, until there are none. Forms that were submitted (`submitted_form`) are among them, and never the present one.',
      query: versionListValidator,
      answer: t.array(versionShape),
    })
  router
    .get(':id/versions/:no/content', [VersionContentController, 'show'])
    .where('id', numericId)
    .where('no', numericId)
    .permission(documentPermissions.show)
    .contract({
      summary: 'Download a version',
      description: 'Takes `Range`, `If-Range` and `If-None-Match`.',
      raw: { type: '*/*', statuses: [200, 206, 304], headers: CONTENT_HEADERS },
      failures: [fileErrors.E_CONTENT_MISSING, fileErrors.E_RANGE],
    })
  router
    .post(':id/versions/:no/restore', [VersionsController, 'restore'])
    .where('id', numericId)
    .where('no', numericId)
    .permission(documentPermissions.restore)
    .contract({
      summary: 'Restore a version, as a new one',
      description:
        'With `drop=true` whoever edits the document is sent out first; that takes `document:document:drop` as well. A form that was submitted (`submitted_form`) is not to take the place of the form. 429 beyond thirty a minute of one person, or two hundred an hour.',
      query: dropValidator,
      answer: versionShape,
      failures: [E_BEING_EDITED, E_UNSAVED_WORK, E_DOCUMENT_STATE, E_SUBMITTED_FORM],
    })
}

function reviewRoutes(router: Router) {
  router
    .post(':id/submit', [SubmissionsController, 'store'])
    .where('id', numericId)
    .permission(documentPermissions.submit)
    .contract({
      summary: 'Submit a document to handlers for review',
      description:
        'What is submitted is saved and changes no more. While somebody edits it this is refused; with `drop=true` they are sent out first, which takes `document:document:drop` as well. A handler holds the permission to review, and is within the caller’s reach or sees the document already. With `DOCUMENT_OWN_REVIEW=false` nobody names themselves, nor who wrote the present version alone.',
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
    .where('id', numericId)
    .permission(documentPermissions.submit)
    .contract({
      summary: 'Name anew who is still to review a submitted document',
      description:
        'Those who have not decided and are not named are asked no more. What others have decided stays.',
      body: submitValidator,
      answer: documentShape,
      failures: [E_NO_HANDLER, E_DOCUMENT_STATE, E_TOO_MANY_REQUESTS],
    })
  router
    .delete(':id/submission', [SubmissionsController, 'destroy'])
    .where('id', numericId)
    .permission(documentPermissions.submit)
    .contract({
      summary: 'Take back what was submitted',
      description: 'The document is a draft again; its handlers are told, and read it no more.',
      answer: documentShape,
      failures: [E_DOCUMENT_STATE, E_TOO_MANY_REQUESTS],
    })
  router
    .post(':id/review', [ReviewsController, 'store'])
    .where('id', numericId)
    .permission(documentPermissions.review)
    .contract({
      summary: 'Approve or return a submitted document',
      description:
        'For its handlers. The first who returns it returns it; it is approved when all of them have approved. Whoever sends the `submissionNo` of the row that they looked at is refused (409) when the document was submitted anew since. With `DOCUMENT_OWN_REVIEW=false` nobody approves what they submitted, or whose present version they wrote alone.',
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
