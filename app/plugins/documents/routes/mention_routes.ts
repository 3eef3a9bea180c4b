import type { Router } from '@adonisjs/core/http'
import { E_TOO_MANY_REQUESTS } from '#kernel/http/errors'
import { numericId } from '#kernel/http/params'
import { documentPermissions } from '../permissions.js'
import { mentionableShape, toldShape } from '../transformers/mention_transformer.js'
import { mentionableValidator, mentionValidator } from '../validators/mention_validators.js'

const MentionsController = () => import('../controllers/mentions_controller.js')

export default function mentionRoutes(router: Router) {
  router
    .get(':id/mentionable', [MentionsController, 'index'])
    .where('id', numericId)
    .permission(documentPermissions.show)
    .contract({
      summary: 'Whom one can mention in a document, for the editor’s `setUsers`',
      description:
        'Everybody else who may see it. One person asks 120 times a minute, four times at once.',
      query: mentionableValidator,
      answer: mentionableShape,
      failures: [E_TOO_MANY_REQUESTS],
    })
  router
    .post(':id/mentions', [MentionsController, 'store'])
    .where('id', numericId)
    .permission(documentPermissions.show)
    .contract({
      summary: 'Tell people that they were mentioned in a document',
      description:
        'Takes what the editor’s `onRequestSendNotify` says, its `message` as `comment`. Only people who may see the document are told, each once and nobody themselves.',
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
