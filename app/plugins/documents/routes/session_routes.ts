import type { Router } from '@adonisjs/core/http'
import { E_CONFLICT } from '#kernel/http/errors'
import { numericId } from '#kernel/http/params'
import { E_BEING_EDITED, E_EDITOR_OFF } from '../errors.js'
import { documentPermissions } from '../permissions.js'
import { dropValidator } from '../validators/document_validators.js'

const UnsavedWorkController = () => import('../controllers/unsaved_work_controller.js')
const EditorsController = () => import('../controllers/editors_controller.js')

export default function sessionRoutes(router: Router) {
  router
    .delete(':id/editors/:userId', [EditorsController, 'destroy'])
    .where('id', numericId)
    .where('userId', numericId)
    .permission(documentPermissions.drop)
    .contract({
      summary: 'Put somebody out of a document that they edit',
      description:
        'What they changed is saved with the session; the others go on. They can open it again while they may edit it. 404 also when they are not inside.',
      failures: [E_BEING_EDITED, E_EDITOR_OFF],
    })
  router
    .delete(':id/unsaved-work', [UnsavedWorkController, 'destroy'])
    .where('id', numericId)
    .permission(documentPermissions.abandon)
    .contract({
      summary: 'Give up changes that the document server cannot save',
      description:
        'For work that keeps a document, in the trash or not, from being deleted, restored or submitted (`E_UNSAVED_WORK`), once opening and closing it does not help. What can still be fetched is fetched first, as a version or with an entry of the log; whose work it is, is told. With `drop=true` whoever is inside is sent out first, and left behind where they stay; that takes `document:document:drop` as well. 404 also when there is none; 409 `E_CONFLICT` when it came meanwhile, so that nothing is given up.',
      query: dropValidator,
      failures: [E_BEING_EDITED, E_CONFLICT, E_EDITOR_OFF],
    })
}
