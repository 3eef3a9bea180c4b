import type { Router } from '@adonisjs/core/http'
import app from '@adonisjs/core/services/app'
import { E_UNAUTHENTICATED } from '#kernel/http/errors'
import { numericId } from '#kernel/http/params'
import { pageOf, t } from '#kernel/http/shape'
import { CONTENT_HEADERS, fileErrors } from '#plugins/files/main'
import { drawDemo } from './demo/demo_routes.js'
import { E_GROUP_FULL, E_MEMBER, E_NOT_A_GROUP, E_OWNER_ONLY } from './errors.js'
import { describeMessaging } from './frames/describe_socket.js'
import { messagingPermissions } from './permissions.js'
import { onlineShape } from './queries/online_list.js'
import {
  conversationShape,
  memberShape,
  personShape,
} from './transformers/conversation_transformer.js'
import { historyShape } from './transformers/message_transformer.js'
import {
  addMembersValidator,
  contactsValidator,
  createGroupValidator,
  eventsValidator,
  handOverValidator,
  historyValidator,
  kickValidator,
  muteValidator,
  noticeValidator,
  onlineValidator,
  pageValidator,
  readValidator,
  renameGroupValidator,
} from './validators/messaging_validators.js'

const ContactsController = () => import('./controllers/contacts_controller.js')
const ConversationsController = () => import('./controllers/conversations_controller.js')
const EventsController = () => import('./controllers/events_controller.js')
const MembersController = () => import('./controllers/members_controller.js')
const MessagesController = () => import('./controllers/messages_controller.js')
const NoticesController = () => import('./controllers/notices_controller.js')
const OnlineController = () => import('./controllers/online_controller.js')
const TicketController = () => import('./controllers/ticket_controller.js')

const MEMBERSHIP = 'membership decides'
const OF_OWNER = [E_NOT_A_GROUP, E_OWNER_ONLY] as const

export default function routes(router: Router) {
  describeMessaging('/ws/im')
  router
    .group(() => {
      drawEntrances(router)
      drawConversations(router)
      drawMembers(router)
      drawMessages(router)
      drawAdministration(router)
    })
    .prefix('/app/im')
  if (!app.inProduction) drawDemo(router)
}

function drawEntrances(router: Router) {
  router
    .post('ticket', [TicketController, 'store'])
    .signedIn('everybody may open a socket for themselves')
    .contract({
      summary: 'Draw a one-time ticket for the WebSocket or the stream of notices',
      answer: t.object({ ticket: t.text(), expiresIn: t.integer() }),
    })
  router
    .get('events', [EventsController, 'show'])
    .public('a ticket or the bearer header is looked at by the stream itself')
    .contract({
      summary: 'Notices as server-sent events',
      description:
        'Ends with the session. Takes a ticket, for browsers send no header here. One user has so many open at a time (`IM_STREAMS_PER_USER`); 429 beyond that.',
      query: eventsValidator,
      raw: { type: 'text/event-stream' },
      failures: [E_UNAUTHENTICATED],
      bearer: 'optional',
    })
}

function drawConversations(router: Router) {
  router
    .get('contacts', [ContactsController, 'index'])
    .signedIn('everybody may see whom they may write to')
    .contract({
      summary: 'Whom one may write to, by name',
      description: 'Of the name or user name a part is enough.',
      query: contactsValidator,
      answer: t.array(personShape),
    })
  router
    .get('conversations', [ConversationsController, 'index'])
    .signedIn(MEMBERSHIP)
    .contract({
      summary: 'One’s own conversations, with unread counts and the last message',
      query: pageValidator,
      answer: pageOf(conversationShape),
    })
  router
    .post('conversations', [ConversationsController, 'store'])
    .signedIn('everybody may found a group')
    .contract({
      summary: 'Found a group',
      description:
        'One user makes so many conversations and memberships in an hour (`IM_CONVERSATIONS_PER_HOUR`, `IM_MEMBERS_PER_HOUR`); 429 beyond that.',
      body: createGroupValidator,
      answer: conversationShape,
      failures: [E_MEMBER, E_GROUP_FULL],
    })
  router
    .get('conversations/:id', [ConversationsController, 'show'])
    .where('id', numericId)
    .signedIn(MEMBERSHIP)
    .contract({ summary: 'One conversation', answer: conversationShape })
  router
    .put('conversations/:id', [ConversationsController, 'update'])
    .where('id', numericId)
    .signedIn(MEMBERSHIP)
    .contract({
      summary: 'Rename a group',
      body: renameGroupValidator,
      answer: conversationShape,
      failures: OF_OWNER,
    })
  router
    .put('conversations/:id/owner', [ConversationsController, 'handOver'])
    .where('id', numericId)
    .signedIn(MEMBERSHIP)
    .contract({
      summary: 'Hand a group over to another member',
      body: handOverValidator,
      answer: conversationShape,
      failures: [...OF_OWNER, E_MEMBER],
    })
  router
    .put('conversations/:id/muted', [ConversationsController, 'mute'])
    .where('id', numericId)
    .signedIn(MEMBERSHIP)
    .contract({ summary: 'Be quiet about a conversation, or not', body: muteValidator })
}

function drawMembers(router: Router) {
  router
    .get('conversations/:id/members', [MembersController, 'index'])
    .where('id', numericId)
    .signedIn(MEMBERSHIP)
    .contract({
      summary: 'Members of a conversation',
      query: pageValidator,
      answer: pageOf(memberShape),
    })
  router
    .post('conversations/:id/members', [MembersController, 'store'])
    .where('id', numericId)
    .signedIn(MEMBERSHIP)
    .contract({
      summary: 'Add members to a group',
      description:
        'One user makes so many memberships in an hour (`IM_MEMBERS_PER_HOUR`); 429 beyond that.',
      body: addMembersValidator,
      failures: [...OF_OWNER, E_MEMBER, E_GROUP_FULL],
    })
  router
    .delete('conversations/:id/members/:userId', [MembersController, 'destroy'])
    .where('id', numericId)
    .where('userId', numericId)
    .signedIn(MEMBERSHIP)
    .contract({ summary: 'Remove a member from a group', failures: OF_OWNER })
  router
    .post('conversations/:id/leave', [MembersController, 'leave'])
    .where('id', numericId)
    .signedIn(MEMBERSHIP)
    .contract({ summary: 'Leave a group', failures: [E_NOT_A_GROUP] })
}

function drawMessages(router: Router) {
  router
    .get('conversations/:id/messages', [MessagesController, 'index'])
    .where('id', numericId)
    .signedIn(MEMBERSHIP)
    .contract({
      summary: 'Messages of a conversation, in order',
      description: 'The last ones, or those before or after a `seq`.',
      query: historyValidator,
      answer: historyShape,
    })
  router
    .get('conversations/:id/messages/:seq/file', [MessagesController, 'file'])
    .where('id', numericId)
    .where('seq', numericId)
    .signedIn(MEMBERSHIP)
    .contract({
      summary: 'The file that a message brought',
      raw: { type: '*/*', statuses: [200, 206, 304], headers: CONTENT_HEADERS },
      failures: [fileErrors.E_CONTENT_MISSING, fileErrors.E_RANGE],
    })
  router
    .post('conversations/:id/read', [MessagesController, 'read'])
    .where('id', numericId)
    .signedIn(MEMBERSHIP)
    .contract({
      summary: 'Mark a conversation as read up to a message',
      body: readValidator,
      answer: t.object({ conversationId: t.id(), seq: t.integer() }),
    })
}

function drawAdministration(router: Router) {
  router
    .get('online', [OnlineController, 'index'])
    .permission(messagingPermissions.listOnline)
    .contract({
      summary: 'Sessions with open sockets',
      query: onlineValidator,
      answer: pageOf(onlineShape),
    })
  router
    .delete('online/:id', [OnlineController, 'destroy'])
    .where('id', numericId)
    .permission(messagingPermissions.kick)
    .contract({
      summary: 'End the sessions with which a user is online',
      query: kickValidator,
    })
  router
    .post('notices', [NoticesController, 'store'])
    .permission(messagingPermissions.sendNotice)
    .contract({
      summary: 'Send a notice to users, roles, departments or everybody',
      body: noticeValidator,
      answer: t.object({ receivers: t.integer({ minimum: 0 }) }),
    })
}
