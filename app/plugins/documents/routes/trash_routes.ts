import type { Router } from '@adonisjs/core/http'
import { E_CONFLICT, E_NOT_FOUND } from '#kernel/errors/main'
import { pageOf } from '#kernel/contracts/main'
import { E_BEING_EDITED, E_UNSAVED_WORK } from '../errors.js'
import { documentPermissions, trashPermissions } from '../permissions.js'
import { documentShape } from '../transformers/document_transformer.js'
import { emptiedShape, trashedShape } from '../transformers/trash_transformer.js'
import { deleteDocumentsValidator, dropValidator } from '../validators/document_validators.js'
import { trashListValidator } from '../validators/trash_validators.js'
import { operation } from './operation.js'

const DocumentsController = () => import('../controllers/documents_controller.js')
const TrashController = () => import('../controllers/trash_controller.js')

export default function trashRoutes(router: Router) {
  operation(router.delete('/', [DocumentsController, 'destroyMany']), documentPermissions.delete, {
    summary: 'Delete several documents, all or none',
    description:
      'Where one is edited (`E_BEING_EDITED`) or has unsaved work (`E_UNSAVED_WORK`), none is deleted, and the answer says what to do about each. `drop=true` ends their sessions first, which needs `document:document:drop`.',
    query: deleteDocumentsValidator,
    failures: [E_NOT_FOUND, E_BEING_EDITED, E_UNSAVED_WORK],
  })
  operation(router.get('trash', [TrashController, 'index']), trashPermissions.list, {
    summary: 'List deleted documents',
    description: 'They are kept until `keptUntil` (`deleted_documents` of `RETENTION_DAYS`).',
    query: trashListValidator,
    answer: pageOf(trashedShape),
  })
  operation(router.delete('trash', [TrashController, 'empty']), trashPermissions.delete, {
    summary: 'Empty the trash',
    description:
      'Removes documents within reach for good, oldest first, up to 500. Those with unsaved work are kept and named.',
    answer: emptiedShape,
  })
  operation(
    router.post('trash/:id/restore', [TrashController, 'restore']),
    trashPermissions.restore,
    {
      summary: 'Take a document out of the trash',
      answer: documentShape,
    }
  )
  operation(router.delete('trash/:id', [TrashController, 'destroy']), trashPermissions.delete, {
    summary: 'Remove a deleted document for good',
    description:
      'With its versions, log and reviews. `drop=true` ends the sessions of those who still edit it first, which needs `document:document:drop`.',
    query: dropValidator,
    failures: [E_BEING_EDITED, E_UNSAVED_WORK, E_CONFLICT],
  })
}
