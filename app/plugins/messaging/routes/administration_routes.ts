import type { Router } from '@adonisjs/core/http'
import { E_FORBIDDEN, E_TOO_MANY_REQUESTS } from '#kernel/errors/main'
import { numericId, type RawAnswer } from '#kernel/http/main'
import { pageOf } from '#kernel/contracts/main'
import { actShape } from '../administration/act_listing.js'
import { administeredShape } from '../administration/administered_conversations.js'
import { E_MEMBER, E_NOT_A_GROUP } from '../errors.js'
import { messagingPermissions } from '../permissions.js'
import {
  actListValidator,
  administeredListValidator,
  closeValidator,
  giveValidator,
} from '../validators/administration_validators.js'

const ActsController = () => import('../controllers/acts_controller.js')
const AdministeredConversationsController = () =>
  import('../controllers/administered_conversations_controller.js')
const MessageExportsController = () => import('../controllers/message_exports_controller.js')

const EXPORTED =
  'As CSV, written as it is read. Files are named by their `fileId`; of what was recalled only its place is left. Who asked for it is noted. One person has two exports written at a time, and a node four; 429 beyond that.'
const EXPORT: RawAnswer = {
  type: 'text/csv',
  headers: { 'Content-Disposition': 'Name of the file' },
}
const ALL_WITHIN_REACH = 'Everybody who is in the group must be within reach.'
const OF_GROUP = [E_NOT_A_GROUP, E_FORBIDDEN] as const

/** Below `/app/im/admin`. */
export default function administrationRoutes(router: Router) {
  router
    .get('conversations', [AdministeredConversationsController, 'index'])
    .permission(messagingPermissions.listConversations)
    .contract({
      summary: 'List conversations, without what is said in them',
      description: 'Those in which somebody within reach is present.',
      query: administeredListValidator,
      answer: pageOf(administeredShape),
    })
  router
    .get('conversations/:id', [AdministeredConversationsController, 'show'])
    .where('id', numericId)
    .permission(messagingPermissions.listConversations)
    .contract({ summary: 'One conversation of others', answer: administeredShape })
  router
    .put('conversations/:id/closed', [AdministeredConversationsController, 'close'])
    .where('id', numericId)
    .permission(messagingPermissions.closeConversations)
    .contract({
      summary: 'Close a group, or open it again',
      description: `Nobody writes into a closed one, and everybody goes on reading. ${ALL_WITHIN_REACH}`,
      body: closeValidator,
      failures: OF_GROUP,
    })
  router
    .put('conversations/:id/owner', [AdministeredConversationsController, 'give'])
    .where('id', numericId)
    .permission(messagingPermissions.giveConversations)
    .contract({
      summary: 'Give a group to another of its members',
      description: ALL_WITHIN_REACH,
      body: giveValidator,
      failures: [...OF_GROUP, E_MEMBER],
    })
  router
    .delete('conversations/:id', [AdministeredConversationsController, 'destroy'])
    .where('id', numericId)
    .permission(messagingPermissions.deleteConversations)
    .contract({
      summary: 'Delete a group for good',
      description: `All that was said in it goes with it; nothing brings it back. ${ALL_WITHIN_REACH}`,
      failures: OF_GROUP,
    })
  router
    .get('conversations/:id/messages', [MessageExportsController, 'group'])
    .where('id', numericId)
    .permission(messagingPermissions.exportMessages)
    .contract({
      summary: 'Export all that was said in a group',
      description: `${EXPORTED} ${ALL_WITHIN_REACH}`,
      raw: EXPORT,
      failures: [...OF_GROUP, E_TOO_MANY_REQUESTS],
    })
  router
    .get('people/:id/messages', [MessageExportsController, 'person'])
    .where('id', numericId)
    .permission(messagingPermissions.exportMessages)
    .contract({
      summary: 'Export all that a person wrote and could read',
      description: EXPORTED,
      raw: EXPORT,
      failures: [E_TOO_MANY_REQUESTS],
    })
  router
    .get('acts', [ActsController, 'index'])
    .permission(messagingPermissions.listActs)
    .contract({
      summary: 'What was done with conversations of others, and by whom',
      description:
        'Of people within reach. Entries are kept for as long as `messaging_acts` of `RETENTION_DAYS` says.',
      query: actListValidator,
      answer: pageOf(actShape),
    })
}
