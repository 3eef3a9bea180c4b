import type { Router } from '@adonisjs/core/http'
import { E_UNAUTHENTICATED, E_TOO_MANY_REQUESTS } from '#kernel/errors/main'
import { numericId } from '#kernel/http/main'
import { pageOf, t } from '#kernel/contracts/main'
import { CONTENT_HEADERS, fileErrors } from '#plugins/files/main'
import { refusals } from './errors.js'
import { describeMessaging } from './frames/describe_socket.js'
import { drawMentions, drawMessages, MEMBERSHIP } from './message_routes.js'
import { messagingPermissions } from './permissions.js'
import { onlineShape } from './queries/online_sessions.js'
import blockRoutes from './routes/block_routes.js'
import { memberShape } from './queries/people_lists.js'
import { conversationShape, personShape } from './transformers/conversation_transformer.js'
import {
  addMembersValidator,
  changeGroupValidator,
  contactsValidator,
  conversationsValidator,
  createGroupValidator,
  eventsValidator,
  handOverValidator,
  kickValidator,
  ownSettingsValidator,
  noticeValidator,
  onlineValidator,
  pageValidator,
  peopleValidator,
  roleValidator,
} from './validators/messaging_validators.js'

const ContactsController = () => import('./controllers/contacts_controller.js')
const ConversationsController = () => import('./controllers/conversations_controller.js')
const EventsController = () => import('./controllers/events_controller.js')
const MembersController = () => import('./controllers/members_controller.js')
const NoticesController = () => import('./controllers/notices_controller.js')
const OnlineController = () => import('./controllers/online_controller.js')
const PeopleController = () => import('./controllers/people_controller.js')
const TicketController = () => import('./controllers/ticket_controller.js')

const OF_OWNER = [refusals.E_NOT_A_GROUP, refusals.E_OWNER_ONLY] as const
const OF_ADMINS = [refusals.E_NOT_A_GROUP, refusals.E_ADMINS_ONLY] as const

const ITS_LOG = 'the log of the conversation tells'

export default function routes(router: Router) {
  describeMessaging('/ws/im')
  router
    .group(() => {
      drawEntrances(router)
      drawConversations(router)
      drawMembers(router)
      drawMessages(router)
      drawMentions(router)
      drawAdministration(router)
      blockRoutes(router)
    })
    .prefix('/app/im')
    .where('id', numericId)
    .where('seq', numericId)
    .where('userId', numericId)
}

function drawEntrances(router: Router) {
  router
    .post('ticket', [TicketController, 'store'])
    .signedIn('everybody may open a socket for themselves')
    .unaudited('it opens a socket')
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
        'Ends with the session. Takes a ticket, for browsers send no header here. One user has so many open at a time; 429 beyond that.',
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
      description:
        'Of the name or user name a part is enough. One person asks 120 times a minute, four times at once.',
      query: contactsValidator,
      answer: t.array(personShape),
      failures: [E_TOO_MANY_REQUESTS],
    })
  router
    .get('people', [PeopleController, 'index'])
    .signedIn(MEMBERSHIP)
    .contract({
      summary: 'People by id',
      description:
        'Those with whom one is or was in a conversation, for the names of who wrote, and those whom one may write to. Others are left out.',
      query: peopleValidator,
      answer: t.array(personShape),
    })
  router
    .get('conversations', [ConversationsController, 'index'])
    .signedIn(MEMBERSHIP)
    .contract({
      summary: 'One’s own conversations, with unread counts and the last message',
      description:
        'Groups that one has left stand apart, with `left=true`: as they were then, and what one saw of them can still be read.',
      query: conversationsValidator,
      answer: pageOf(conversationShape),
    })
  router
    .post('conversations', [ConversationsController, 'store'])
    .signedIn('everybody may found a group')
    .unaudited(ITS_LOG)
    .contract({
      summary: 'Found a group',
      description:
        'One user founds so many, and adds so many members, in an hour; 429 beyond that. Each is in so many groups at a time: 409 names in `errors` who is in as many as one may.',
      body: createGroupValidator,
      answer: conversationShape,
      failures: [refusals.E_MEMBER, refusals.E_GROUP_FULL, refusals.E_MEMBERSHIPS_FULL],
    })
  router
    .get('conversations/:id', [ConversationsController, 'show'])
    .signedIn(MEMBERSHIP)
    .contract({ summary: 'One conversation', answer: conversationShape })
  router
    .put('conversations/:id', [ConversationsController, 'update'])
    .signedIn(MEMBERSHIP)
    .unaudited(ITS_LOG)
    .contract({
      summary: 'Change the name or the picture of a group',
      description: 'By those who administer it. The picture is an image of one’s own.',
      body: changeGroupValidator,
      answer: conversationShape,
      failures: OF_ADMINS,
    })
  router
    .put('conversations/:id/owner', [ConversationsController, 'handOver'])
    .signedIn(MEMBERSHIP)
    .unaudited(ITS_LOG)
    .contract({
      summary: 'Hand a group over to another member',
      body: handOverValidator,
      answer: conversationShape,
      failures: [...OF_OWNER, refusals.E_MEMBER],
    })
  router
    .put('conversations/:id/mine', [ConversationsController, 'mine'])
    .signedIn(MEMBERSHIP)
    .unaudited(ITS_LOG)
    .contract({
      summary: 'Mute, pin, archive or mark a conversation as unread, for oneself',
      description: 'What is left out stays as it is. Reading takes the mark away.',
      body: ownSettingsValidator,
      answer: conversationShape,
    })
  router
    .get('conversations/:id/picture', [ConversationsController, 'picture'])
    .signedIn(MEMBERSHIP)
    .contract({
      summary: 'The picture of a group',
      raw: { type: '*/*', statuses: [200, 206, 304], headers: CONTENT_HEADERS },
      failures: [fileErrors.E_CONTENT_MISSING, fileErrors.E_RANGE],
    })
}

function drawMembers(router: Router) {
  router
    .get('conversations/:id/members', [MembersController, 'index'])
    .signedIn(MEMBERSHIP)
    .contract({
      summary: 'Members of a conversation',
      query: pageValidator,
      answer: pageOf(memberShape),
    })
  router
    .post('conversations/:id/members', [MembersController, 'store'])
    .signedIn(MEMBERSHIP)
    .unaudited(ITS_LOG)
    .contract({
      summary: 'Add members to a group',
      description:
        'By those who administer it. One user adds so many in an hour; 429 beyond that. Each is in so many groups at a time: 409 names in `errors` who is in as many as one may, and nobody is added.',
      body: addMembersValidator,
      failures: [
        ...OF_ADMINS,
        refusals.E_MEMBER,
        refusals.E_GROUP_FULL,
        refusals.E_MEMBERSHIPS_FULL,
      ],
    })
  router
    .delete('conversations/:id/members/:userId', [MembersController, 'destroy'])
    .signedIn(MEMBERSHIP)
    .unaudited(ITS_LOG)
    .contract({
      summary: 'Remove a member from a group',
      description: 'By those who administer it; who administers it, by the owner alone.',
      failures: OF_ADMINS,
    })
  router
    .put('conversations/:id/members/:userId/role', [MembersController, 'setRole'])
    .signedIn(MEMBERSHIP)
    .unaudited(ITS_LOG)
    .contract({
      summary: 'Let a member administer a group, or no longer',
      body: roleValidator,
      failures: OF_OWNER,
    })
  router
    .post('conversations/:id/leave', [MembersController, 'leave'])
    .signedIn(MEMBERSHIP)
    .unaudited(ITS_LOG)
    .contract({ summary: 'Leave a group', failures: [refusals.E_NOT_A_GROUP] })
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
      description: 'One user sends so many in an hour; 429 beyond that.',
      body: noticeValidator,
      answer: t.object({ receivers: t.integer({ minimum: 0 }) }),
    })
}
