import type { Router } from '@adonisjs/core/http'
import { E_NOT_FOUND } from '#kernel/errors/main'
import { pageOf, t } from '#kernel/contracts/main'
import { CONTENT_HEADERS, fileErrors } from '#plugins/files/main'
import { hitsShape } from './search/hit_transformer.js'
import { mentionsShape } from './queries/mention_list.js'
import { reactionShape } from './queries/people_lists.js'
import { entriesShape, historyShape, pinnedShape } from './transformers/entry_transformer.js'
import {
  entriesValidator,
  historyValidator,
  pageValidator,
  mentionsValidator,
  readValidator,
  searchValidator,
} from './validators/messaging_validators.js'

const MentionsController = () => import('./controllers/mentions_controller.js')
const MessagesController = () => import('./controllers/messages_controller.js')
const UnreadController = () => import('./controllers/unread_controller.js')
const SearchController = () => import('./controllers/search_controller.js')

export const MEMBERSHIP = 'membership decides'

export function drawMessages(router: Router) {
  router
    .get('messages', [SearchController, 'index'])
    .signedIn(MEMBERSHIP)
    .contract({
      summary: 'Search the messages that one may see, the newest first',
      description:
        'Texts, names of files and notices that contain the keyword. One request looks through a limited number of messages: follow `nextCursor` for what is further back, also from a page with few hits or none. A hit is shown with `GET …/conversations/{id}/messages?aroundSeq=`.',
      query: searchValidator,
      answer: hitsShape,
      failures: [E_NOT_FOUND],
    })
  router
    .get('conversations/:id/messages', [MessagesController, 'index'])
    .signedIn(MEMBERSHIP)
    .contract({
      summary: 'Messages of a conversation as they are now, in order',
      description:
        'With those who joined and left, and what else stands by itself. The last ones, or those before, after or around a `seq`. A page ends at `limit`, or where it holds 512 KB: `hasBefore` and `hasAfter` say whether there is more.',
      query: historyValidator,
      answer: historyShape,
    })
  router
    .get('conversations/:id/entries', [MessagesController, 'entries'])
    .signedIn(MEMBERSHIP)
    .contract({
      summary: 'What happened in a conversation after an entry',
      description: 'As `sync` over the socket: changes of messages among it. For those who poll.',
      query: entriesValidator,
      answer: entriesShape,
    })
  router
    .get('conversations/:id/pins', [MessagesController, 'pinned'])
    .signedIn(MEMBERSHIP)
    .contract({ summary: 'Pinned messages, the newest first', answer: pinnedShape })
  router
    .get('conversations/:id/messages/:seq/reactions', [MessagesController, 'reactions'])
    .signedIn(MEMBERSHIP)
    .contract({
      summary: 'Who reacted to a message',
      query: pageValidator,
      answer: pageOf(reactionShape),
    })
  router
    .get('conversations/:id/messages/:seq/file', [MessagesController, 'file'])
    .signedIn(MEMBERSHIP)
    .contract({
      summary: 'The file that a message brought',
      raw: { type: '*/*', statuses: [200, 206, 304], headers: CONTENT_HEADERS },
      failures: [fileErrors.E_CONTENT_MISSING, fileErrors.E_RANGE],
    })
  router
    .post('conversations/:id/read', [MessagesController, 'read'])
    .signedIn(MEMBERSHIP)
    .unaudited('it is the person’s own affair')
    .contract({
      summary: 'Mark a conversation as read up to a message',
      body: readValidator,
      answer: t.object({ conversationId: t.id(), seq: t.integer() }),
    })
}

export function drawMentions(router: Router) {
  router
    .get('unread', [UnreadController, 'show'])
    .signedIn(MEMBERSHIP)
    .contract({
      summary: 'How many messages are unread in all',
      description: 'Without muted conversations; counted up to 1,000.',
      answer: t.object({ unread: t.integer({ minimum: 0 }) }),
    })
  router.get('mentions', [MentionsController, 'index']).signedIn(MEMBERSHIP).contract({
    summary: 'Messages that mention one, the newest first',
    description:
      'With `unread=true` only those above the read mark of their conversation. One request looks through a limited number: follow `nextCursor` also from a page with few or none.',
    query: mentionsValidator,
    answer: mentionsShape,
  })
  router
    .get('mentions/unread', [MentionsController, 'unread'])
    .signedIn(MEMBERSHIP)
    .contract({
      summary: 'How many messages mention one that are not read yet',
      description: 'Over all conversations in which one is; what is recalled does not count.',
      answer: t.object({ unread: t.integer({ minimum: 0 }) }),
    })
}
