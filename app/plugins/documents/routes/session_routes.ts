import type { Router } from '@adonisjs/core/http'
import { numericId } from '#kernel/http/params'
import { E_BEING_EDITED, E_EDITOR_OFF } from '../errors.js'
import { documentPermissions } from '../permissions.js'

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
}
