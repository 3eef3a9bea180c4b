import type { Router } from '@adonisjs/core/http'
import { t } from '#kernel/contracts/main'
import { numericId } from '#kernel/http/main'
import { visitPermissions } from './permissions.js'
import { newVisit, visitShape } from './visit.js'

const VisitsController = () => import('./controllers/visits_controller.js')

export default function routes(router: Router) {
  router
    .get('/app/visits', [VisitsController, 'index'])
    .permission(visitPermissions.list)
    .contract({ summary: 'List visits', answer: t.array(visitShape) })
  router
    .post('/app/visits', [VisitsController, 'store'])
    .permission(visitPermissions.create)
    .contract({ summary: 'Announce a visit', body: newVisit, answer: visitShape })
  router
    .delete('/app/visits/:id', [VisitsController, 'destroy'])
    .where('id', numericId)
    .permission(visitPermissions.delete)
    .contract({ summary: 'Delete a visit' })
}
