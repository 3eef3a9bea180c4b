import type { Router } from '@adonisjs/core/http'
import { pageOf } from '#kernel/contracts/main'
import { blockShape } from '../queries/people_lists.js'
import { refusals } from '../errors.js'
import { pageValidator } from '../validators/messaging_validators.js'

const BlocksController = () => import('../controllers/blocks_controller.js')

const OWN = 'everybody decides who may write to them'

/** Below `/app/im`. */
export default function blockRoutes(router: Router) {
  router
    .get('blocks', [BlocksController, 'index'])
    .signedIn(OWN)
    .contract({ summary: 'Whom one blocks', query: pageValidator, answer: pageOf(blockShape) })
  router
    .put('blocks/:userId', [BlocksController, 'update'])
    .signedIn(OWN)
    .unaudited('it is the person’s own affair')
    .contract({
      summary: 'Block a person',
      description:
        'Their direct messages are refused as those of somebody who is no contact, and they do not see whether one is online. They bring whoever blocks them into no group; groups that both are in already are not concerned. One blocks up to 1,000 people.',
      failures: [refusals.E_BLOCK, refusals.E_BLOCKS_FULL],
    })
  router
    .delete('blocks/:userId', [BlocksController, 'destroy'])
    .signedIn(OWN)
    .unaudited('it is the person’s own affair')
    .contract({ summary: 'Block a person no longer' })
}
