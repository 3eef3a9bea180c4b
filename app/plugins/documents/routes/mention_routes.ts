import type { Router } from '@adonisjs/core/http'
import { E_TOO_MANY_REQUESTS } from '#kernel/errors/main'
import { documentPermissions } from '../permissions.js'
import { mentionableShape, toldShape } from '../transformers/mention_transformer.js'
import { mentionableValidator, mentionValidator } from '../validators/mention_validators.js'
import { operation } from './operation.js'

const MentionsController = () => import('../controllers/mentions_controller.js')

const { show } = documentPermissions

export default function mentionRoutes(router: Router) {
  operation(router.get(':id/mentionable', [MentionsController, 'index']), show, {
    summary: 'People who can be mentioned in a document, for the editor’s `setUsers`',
    description: 'Everybody else who may see it. A user asks 120 times a minute, 4 times at once.',
    query: mentionableValidator,
    answer: mentionableShape,
    failures: [E_TOO_MANY_REQUESTS],
  })
  operation(router.post(':id/mentions', [MentionsController, 'store']), show, {
    summary: 'Tell people that they were mentioned in a document',
    description:
      'For the editor’s `onRequestSendNotify`, with its `message` as `comment`. Tells everybody else among them who may see the document, once.',
    body: mentionValidator,
    example: {
      userIds: [7],
      comment: 'Please add the figures of March',
      actionLink: { action: { type: 'comment', data: 'doc_1_3' } },
    },
    answer: toldShape,
    failures: [E_TOO_MANY_REQUESTS],
  })
}
