import type { Router } from '@adonisjs/core/http'
import {
  E_BAD_REQUEST,
  E_CONFLICT,
  E_NOT_FOUND,
  E_PAYLOAD_TOO_LARGE,
  E_TOO_MANY_REQUESTS,
} from '#kernel/errors/main'
import { pageOf } from '#kernel/contracts/main'
import { fileErrors } from '#plugins/files/main'
import {
  E_BEING_EDITED,
  E_DOCUMENT_STATE,
  E_DOCUMENT_TYPE,
  E_NO_HANDLER,
  E_NOT_HANDLER,
  E_OWN_WORK,
  E_TEMPLATE_OFFLINE,
  E_UNSAVED_WORK,
} from '../errors.js'
import { documentPermissions } from '../permissions.js'
import {
  documentDetailsShape,
  documentShape,
  listedDocumentShape,
} from '../transformers/document_transformer.js'
import { logShape } from '../transformers/log_transformer.js'
import { reviewShape } from '../transformers/review_transformer.js'
import {
  createDocumentValidator,
  documentListValidator,
  dropValidator,
  logListValidator,
  reviewListValidator,
  reviewValidator,
  submitValidator,
} from '../validators/document_validators.js'
import { renameValidator, uploadedValidator } from '../validators/title_field.js'
import { DROP, operation } from './operation.js'

const DocumentsController = () => import('../controllers/documents_controller.js')
const SubmissionsController = () => import('../controllers/submissions_controller.js')

const { create, edit, list, review, show, submit } = documentPermissions

export default function documentRoutes(router: Router) {
  operation(router.get('/', [DocumentsController, 'index']), list, {
    summary: 'List documents',
    description:
      '`submittedToMe=true` lists documents submitted to the caller, whatever the data scope; `sharedWithMe=true` those of others that are shared with the caller, their department or one of their roles.',
    query: documentListValidator,
    answer: pageOf(listedDocumentShape),
  })
  operation(router.post('/', [DocumentsController, 'store']), create, {
    summary: 'Create a document by upload, from a template, or blank',
    description:
      'Counts towards the storage of the caller (`STORAGE_PER_USER`, 413). A user creates 120 a minute, with the copies of the editor.',
    consumes: 'multipart/form-data',
    parts: {
      files: { file: { description: 'A type that the editor opens, such as docx' } },
      fields: uploadedValidator,
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
  operation(router.get(':id', [DocumentsController, 'show']), show, {
    summary: 'A document, and what the caller may do with it',
    answer: documentDetailsShape,
  })
  operation(router.put(':id', [DocumentsController, 'update']), edit, {
    summary: 'Rename a document',
    description: 'Not while it is under review or approved. A user renames 60 a minute.',
    body: renameValidator,
    answer: documentShape,
    failures: [E_DOCUMENT_STATE, E_TOO_MANY_REQUESTS],
  })
  operation(router.delete(':id', [DocumentsController, 'destroy']), documentPermissions.delete, {
    summary: 'Delete a document',
    description: `It is moved to the trash. ${DROP}`,
    query: dropValidator,
    failures: [E_BEING_EDITED, E_UNSAVED_WORK],
  })
  operation(router.get(':id/export', [DocumentsController, 'export']), documentPermissions.export, {
    summary: 'Export a document with all its versions, as a zip',
    description:
      '`manifest.json` in it names authors, times and hashes of the versions, the reviews, and the log as `GET …/logs` answers it. A few exports run at a time; a user begins 30 a minute and 300 an hour.',
    raw: {
      type: 'application/zip',
      headers: { 'Content-Disposition': 'The title, as an attachment' },
    },
    failures: [fileErrors.E_CONTENT_MISSING, E_TOO_MANY_REQUESTS],
  })
    .audited('exported', 'document')
    .as('exports.show')
  operation(router.get(':id/logs', [DocumentsController, 'logs']), show, {
    summary: 'Log of a document',
    description:
      'Entries about shares are for those who may share it; entries about reviews and mentions are not for those who see it through a share alone.',
    query: logListValidator,
    answer: pageOf(logShape),
  }).as('logs.index')
  reviewRoutes(router)
}

function reviewRoutes(router: Router) {
  operation(router.post(':id/submit', [SubmissionsController, 'store']), submit, {
    summary: 'Submit a document to handlers for review',
    description: `The document cannot be changed during the review. ${DROP} A handler holds the permission to review, and is within the caller’s reach or sees the document already. Where own reviews are switched off it is neither the caller nor the only author of the present version.`,
    query: dropValidator,
    body: submitValidator,
    answer: documentShape,
    failures: [E_NO_HANDLER, E_DOCUMENT_STATE, E_BEING_EDITED, E_UNSAVED_WORK, E_TOO_MANY_REQUESTS],
  })
  operation(router.put(':id/submission', [SubmissionsController, 'update']), submit, {
    summary: 'Replace the handlers who have not decided yet',
    description: 'Decisions of other handlers stay.',
    body: submitValidator,
    answer: documentShape,
    failures: [E_NO_HANDLER, E_DOCUMENT_STATE, E_TOO_MANY_REQUESTS],
  })
  operation(router.delete(':id/submission', [SubmissionsController, 'destroy']), submit, {
    summary: 'Withdraw a submission',
    description: 'The document is a draft again. Its handlers are told, and may no longer read it.',
    answer: documentShape,
    failures: [E_DOCUMENT_STATE, E_TOO_MANY_REQUESTS],
  })
  operation(router.get(':id/reviews', [SubmissionsController, 'index']), show, {
    summary: 'Who was asked to review a document, and how they decided, newest first',
    description: 'Empty for those who see the document through a share alone.',
    query: reviewListValidator,
    answer: pageOf(reviewShape),
  })
  operation(router.post(':id/review', [SubmissionsController, 'review']), review, {
    summary: 'Approve or return a submitted document',
    description:
      'For its handlers. It is returned when one handler returns it, and approved when all have approved. With `submissionNo` the call answers 409 when the document was submitted again since. Where own reviews are switched off nobody approves what they submitted, or a present version of which they are the only author.',
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
  }).as('reviews.store')
}
