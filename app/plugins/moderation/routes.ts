import type { Router } from '@adonisjs/core/http'
import { pageOf } from '#kernel/contracts/main'
import { E_FORBIDDEN, E_TOO_MANY_REQUESTS } from '#kernel/errors/main'
import { numericId, type RawAnswer } from '#kernel/http/main'
import { E_MEMBER, E_NOT_A_GROUP } from '#plugins/messaging/main'
import { E_REPORT_CLOSED, E_REPORT_REFUSED, E_REPORTED } from './errors.js'
import { moderationPermissions } from './permissions.js'
import { conversationShape } from './queries/moderated_conversations.js'
import { reportShape } from './queries/report_listing.js'
import {
  closedValidator,
  conversationListValidator,
  outcomeValidator,
  ownerValidator,
  reportListValidator,
  reportValidator,
} from './validators/moderation_validators.js'

const ConversationsController = () => import('./controllers/conversations_controller.js')
const MessagesController = () => import('./controllers/messages_controller.js')
const ReportsController = () => import('./controllers/reports_controller.js')

const OF_GROUP = [E_NOT_A_GROUP, E_FORBIDDEN] as const
const ALL_WITHIN_REACH = 'Everybody who is in it must be within reach.'
const OTHERS = 'Against people within reach; those against oneself are for somebody else.'
const EXPORTED =
  'As CSV, written as it is read. Files are named by their `fileId`; of what was recalled only its place is left. The audit trail records who asked for it. One person has two exports written at a time, and a node four; 429 beyond that.'
const EXPORT: RawAnswer = {
  type: 'text/csv',
  headers: { 'Content-Disposition': 'Name of the file' },
}

export default function routes(router: Router) {
  router
    .group(() => {
      drawConversations(router)
      drawMessages(router)
      drawReports(router)
    })
    .prefix('/app/moderation')
    .where('id', numericId)
    .where('seq', numericId)
  router
    .post('/app/im/conversations/:id/messages/:seq/reports', [ReportsController, 'store'])
    .where('id', numericId)
    .where('seq', numericId)
    .signedIn('who may see a message may report it')
    .contract({
      summary: 'Report a message',
      description:
        'One that one may see and did not write, once. The report keeps what it says now. One user reports so many in an hour; 429 beyond that.',
      body: reportValidator,
      example: { reason: 'It insults somebody' },
      failures: [E_REPORT_REFUSED, E_REPORTED],
    })
}

function drawConversations(router: Router) {
  router
    .get('conversations', [ConversationsController, 'index'])
    .permission(moderationPermissions.listConversations)
    .contract({
      summary: 'List conversations, without what is said in them',
      description: 'Those in which somebody within reach is a member.',
      query: conversationListValidator,
      answer: pageOf(conversationShape),
    })
  router
    .get('conversations/:id', [ConversationsController, 'show'])
    .permission(moderationPermissions.listConversations)
    .contract({ summary: 'One conversation of others', answer: conversationShape })
  router
    .put('conversations/:id/closed', [ConversationsController, 'close'])
    .permission(moderationPermissions.closeConversations)
    .contract({
      summary: 'Close a group, or open it again',
      description: `Nobody writes into a closed one, and everybody goes on reading. ${ALL_WITHIN_REACH}`,
      body: closedValidator,
      failures: OF_GROUP,
    })
  router
    .put('conversations/:id/owner', [ConversationsController, 'give'])
    .permission(moderationPermissions.changeOwners)
    .contract({
      summary: 'Give a group to another of its members',
      description: ALL_WITHIN_REACH,
      body: ownerValidator,
      failures: [...OF_GROUP, E_MEMBER],
    })
  router
    .delete('conversations/:id', [ConversationsController, 'destroy'])
    .permission(moderationPermissions.deleteConversations)
    .contract({
      summary: 'Delete a group for good',
      description: `All that was said in it goes with it; nothing brings it back. ${ALL_WITHIN_REACH}`,
      failures: OF_GROUP,
    })
}

function drawMessages(router: Router) {
  router
    .delete('conversations/:id/messages/:seq', [MessagesController, 'destroy'])
    .permission(moderationPermissions.removeMessages)
    .contract({
      summary: 'Remove a message',
      description: `What it said is gone for everybody, as if it were recalled; reports keep it. ${ALL_WITHIN_REACH}`,
      failures: [E_FORBIDDEN],
    })
  router
    .get('conversations/:id/messages', [MessagesController, 'group'])
    .permission(moderationPermissions.exportMessages)
    .audited('exported', 'conversation')
    .contract({
      summary: 'Export all that was said in a group',
      description: `${EXPORTED} ${ALL_WITHIN_REACH}`,
      raw: EXPORT,
      failures: [...OF_GROUP, E_TOO_MANY_REQUESTS],
    })
  router
    .get('people/:id/messages', [MessagesController, 'person'])
    .permission(moderationPermissions.exportMessages)
    .audited('exported', 'conversation')
    .contract({
      summary: 'Export all that a person wrote and could read',
      description: EXPORTED,
      raw: EXPORT,
      failures: [E_TOO_MANY_REQUESTS],
    })
}

function drawReports(router: Router) {
  router
    .get('reports', [ReportsController, 'index'])
    .permission(moderationPermissions.listReports)
    .contract({
      summary: 'List reported messages',
      description: `Open reports, unless \`closed\` says otherwise. ${OTHERS}`,
      query: reportListValidator,
      answer: pageOf(reportShape),
    })
  router
    .put('reports/:id/outcome', [ReportsController, 'close'])
    .permission(moderationPermissions.closeReports)
    .contract({
      summary: 'Close a report',
      description: `Nobody is told. ${OTHERS}`,
      body: outcomeValidator,
      failures: [E_REPORT_CLOSED],
    })
}
