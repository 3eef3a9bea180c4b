import type { Router } from '@adonisjs/core/http'
import { E_CONFLICT, E_NOT_FOUND } from '#kernel/http/errors'
import { numericId } from '#kernel/http/params'
import { pageOf } from '#kernel/http/shape'
import { E_BEING_EDITED, E_UNSAVED_WORK } from '../errors.js'
import { documentPermissions, trashPermissions } from '../permissions.js'
import { documentShape } from '../transformers/document_transformer.js'
import { emptiedShape, trashedShape } from '../transformers/trash_transformer.js'
import { deleteDocumentsValidator, dropValidator } from '../validators/document_validators.js'
import { trashListValidator } from '../validators/trash_validators.js'

const DocumentsController = () => import('../controllers/documents_controller.js')
const TrashController = () => import('../controllers/trash_controller.js')

export default function trashRoutes(router: Router) {
  router
    .delete('/', [DocumentsController, 'destroyMany'])
    .permission(documentPermissions.delete)
    .contract({
      summary: 'Delete several documents, all or none',
      description:
        'Those that are being edited, or have work unsaved, are named with what to do about each, and none is deleted: `E_BEING_EDITED` where one of them is edited, or else `E_UNSAVED_WORK`. With `drop=true` whoever edits them is sent out first; that takes `document:document:drop` as well.',
      query: deleteDocumentsValidator,
      failures: [E_NOT_FOUND, E_BEING_EDITED, E_UNSAVED_WORK],
    })
  router
    .get('trash', [TrashController, 'index'])
    .permission(trashPermissions.list)
    .contract({
      summary: 'List deleted documents',
      description: 'They are kept until `keptUntil`, as `DOCUMENT_RETENTION_DAYS` says.',
      query: trashListValidator,
      answer: pageOf(trashedShape),
    })
  router.delete('trash', [TrashController, 'empty']).permission(trashPermissions.delete).contract({
    summary: 'Empty the trash',
    description:
      'Removes for good what is in it within reach, the oldest first and 500 at a time. Documents in which work is not saved yet are kept and named.',
    answer: emptiedShape,
  })
  router
    .post('trash/:id/restore', [TrashController, 'restore'])
    .where('id', numericId)
    .permission(trashPermissions.restore)
    .contract({
      summary: 'Take a document out of the trash',
      description:
        'With its versions, log and reviews. Of two at once one finds it, the other nothing.',
      answer: documentShape,
    })
  router
    .delete('trash/:id', [TrashController, 'destroy'])
    .where('id', numericId)
    .permission(trashPermissions.delete)
    .contract({
      summary: 'Remove a deleted document for good',
      description:
        'With its versions, log and reviews. With `drop=true` whoever still edits it is sent out first; that takes `document:document:drop` as well.',
      query: dropValidator,
      failures: [E_BEING_EDITED, E_UNSAVED_WORK, E_CONFLICT],
    })
}
