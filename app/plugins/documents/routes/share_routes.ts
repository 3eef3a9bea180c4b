import type { Router } from '@adonisjs/core/http'
import { t } from '#kernel/contracts/main'
import { E_SHARE_LEVEL, E_TOO_MANY_SHARES } from '../errors.js'
import { documentPermissions } from '../permissions.js'
import { shareShape } from '../transformers/share_transformer.js'
import { shareValidator, withdrawShareValidator } from '../validators/share_validators.js'
import { operation } from './operation.js'

const SharesController = () => import('../controllers/shares_controller.js')

const { share } = documentPermissions

export default function shareRoutes(router: Router) {
  operation(router.get(':id/shares', [SharesController, 'index']), share, {
    summary: 'Shares of a document',
    description: 'Those that have not ended, oldest first.',
    answer: t.array(shareShape),
  })
  operation(router.post(':id/shares', [SharesController, 'store']), share, {
    summary: 'Share a document with a user, a department or a role',
    description:
      'Sharing it again with the same subject replaces level and end. A department does not include the departments below it. Nobody shares at a level beyond what they hold without shares.',
    body: shareValidator,
    example: { subjectType: 'user', subjectId: 7, level: 'comment', endsAt: null },
    answer: shareShape,
    failures: [E_SHARE_LEVEL, E_TOO_MANY_SHARES],
  })
  operation(router.delete(':id/shares', [SharesController, 'destroyOf']), share, {
    summary: 'Withdraw the share of a user, a department or a role',
    query: withdrawShareValidator,
  })
  operation(router.delete(':id/shares/:shareId', [SharesController, 'destroy']), share, {
    summary: 'Withdraw a share',
  })
}
