import type { Router } from '@adonisjs/core/http'
import { t } from '#kernel/contracts/main'
import { systemPermissions } from '../permissions.js'
import { healthShape, pluginShape } from '../transformers/system_transformer.js'

const SystemController = () => import('../controllers/system_controller.js')

export default function systemRoutes(router: Router) {
  router
    .get('plugins', [SystemController, 'plugins'])
    .permission(systemPermissions.plugins)
    .contract({
      summary: 'The plugins of this service',
      description:
        'Those that are mounted, in boot order; then those whose tables the database has although they are not mounted.',
      answer: t.array(pluginShape),
    })
  router.get('health', [SystemController, 'health']).permission(systemPermissions.health).contract({
    summary: 'How this service is',
    description:
      'Of the node that answers, and 200 where something is lost as well: probes ask `/actuator/health`.',
    answer: healthShape,
  })
}
