import type { Router } from '@adonisjs/core/http'
import { E_FORBIDDEN } from '#kernel/errors/main'
import { pageOf } from '#kernel/contracts/main'
import { securityEventPermissions, sessionPermissions } from '../permissions.js'
import { securityEventShape, userSessionShape } from '../transformers/security_transformer.js'
import {
  securityEventListValidator,
  sessionListValidator,
} from '../validators/security_validators.js'

const SecurityEventsController = () => import('../controllers/security_events_controller.js')
const SessionsController = () => import('../controllers/sessions_controller.js')

export default function securityRoutes(router: Router) {
  router
    .get('sessions', [SessionsController, 'index'])
    .permission(sessionPermissions.list)
    .contract({
      summary: 'List sessions of users',
      description:
        'Of people within reach, open or over, for as long as they are kept (`sessions` of `RETENTION_DAYS`).',
      query: sessionListValidator,
      answer: pageOf(userSessionShape),
    })
  router
    .delete('sessions/:id', [SessionsController, 'destroy'])
    .permission(sessionPermissions.end)
    .contract({
      summary: 'End a session of a user',
      description:
        'Its tokens are dead and its sockets close, on every node. One that is over answers 404. Nobody ends the sessions of who holds more than they do.',
      failures: [E_FORBIDDEN],
    })
  router
    .get('security-events', [SecurityEventsController, 'index'])
    .permission(securityEventPermissions.list)
    .contract({
      summary: 'List logins and other security events',
      description:
        'Of people within reach, the newest first, for as long as they are kept (`security_events` of `RETENTION_DAYS`). A failed login counts as of whoever has the name; those under names that nobody has are for who reaches everybody.',
      query: securityEventListValidator,
      answer: pageOf(securityEventShape),
    })
}
