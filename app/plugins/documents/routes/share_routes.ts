import type { Router } from '@adonisjs/core/http'
import { numericId } from '#kernel/http/params'
import { t } from '#kernel/http/shape'
import { E_SHARE_LEVEL, E_TOO_MANY_SHARES } from '../errors.js'
import { documentPermissions } from '../permissions.js'
import { shareShape } from '../transformers/share_transformer.js'
import { shareValidator, withdrawShareValidator } from '../validators/share_validators.js'

const SharesController = () => import('../controllers/shares_controller.js')

export default function shareRoutes(router: Router) {
  router
    .get(':id/shares', [SharesController, 'index'])
    .where('id', numericId)
    .permission(documentPermissions.share)
    .contract({
      summary: 'Whom a document is shared with',
      description: 'Those shares that have not ended, the oldest first.',
      answer: t.array(shareShape),
    })
  router
    .post(':id/shares', [SharesController, 'store'])
    .where('id', numericId)
    .permission(documentPermissions.share)
    .contract({
      summary: 'Share a document with a user, a department or a role',
      description:
        'It is then part of their reach, at the level and until the end. Shared once more with the same, level and end are replaced. A department stands for those who work in it, not for those who work beneath it. What is shared cannot be shared on, and nobody shares at a level beyond their own.',
      body: shareValidator,
      example: { subjectType: 'user', subjectId: 7, level: 'comment', endsAt: null },
      answer: shareShape,
      failures: [E_SHARE_LEVEL, E_TOO_MANY_SHARES],
    })
  router
    .delete(':id/shares', [SharesController, 'destroyOf'])
    .where('id', numericId)
    .permission(documentPermissions.share)
    .contract({
      summary: 'Take back what is shared with a user, a department or a role',
      query: withdrawShareValidator,
    })
  router
    .delete(':id/shares/:shareId', [SharesController, 'destroy'])
    .where('id', numericId)
    .where('shareId', numericId)
    .permission(documentPermissions.share)
    .contract({ summary: 'Take a share back' })
}
