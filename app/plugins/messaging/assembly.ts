import type { ApplicationService } from '@adonisjs/core/types'
import { RequestLimit } from '#kernel/rate_limit/main'
import { Bus, StateStore } from '#kernel/state/main'
import { Health } from '#kernel/health/main'
import { KeyedSemaphore } from '#kernel/workers/main'
import { AccessTokens, SessionCache, People } from '#plugins/identity/main'
import { ConversationChanges } from './actions/conversation_changes.js'
import { Departures } from './actions/departures.js'
import { DirectConversations } from './actions/direct_conversations.js'
import { GroupLedger } from './actions/group_ledger.js'
import { MarkRead } from './actions/mark_read.js'
import { RecallMessage } from './actions/recall_message.js'
import { ReturningMembers } from './actions/returning_members.js'
import { CatchUp } from './delivery/catch_up.js'
import { Delivery } from './delivery/delivery.js'
import { FrameWriter } from './delivery/frame_writer.js'
import { FanOut } from './delivery/fan_out.js'
import { MessageLog } from './delivery/message_log.js'
import { ToldMarks } from './delivery/told_marks.js'
import { PostOffice } from './delivery/post_office.js'
import { FrameDispatcher } from './frames/frame_dispatcher.js'
import { AuthHandler } from './frames/handlers/auth_handler.js'
import { PingHandler } from './frames/handlers/ping_handler.js'
import { PresenceHandler } from './frames/handlers/presence_handler.js'
import { ReadHandler } from './frames/handlers/read_handler.js'
import { RecallHandler } from './frames/handlers/recall_handler.js'
import { SendHandler } from './frames/handlers/send_handler.js'
import { SyncHandler } from './frames/handlers/sync_handler.js'
import { TypingHandler } from './frames/handlers/typing_handler.js'
import { SocketLifecycle } from './gateway/socket_lifecycle.js'
import { Connections } from './gateway/connections.js'
import { SocketAuthenticator } from './gateway/socket_authenticator.js'
import { Gateway } from './gateway/gateway.js'
import { HeartBeat } from './gateway/heart_beat.js'
import { PersonalFrames } from './gateway/personal_frames.js'
import type { OriginRule } from './gateway/origin_check.js'
import { SocketsOfUsers } from './gateway/sockets_of_users.js'
import { SessionWatch } from './gateway/session_watch.js'
import { Tickets } from './gateway/tickets.js'
import { UpgradeContexts } from './gateway/upgrade_contexts.js'
import type { MessagingConfig } from './messaging_config.js'
import { NoticeStreams } from './notices/notice_streams.js'
import { DeadNodes } from './presence/dead_nodes.js'
import { LivingNodes } from './presence/living_nodes.js'
import { Presence } from './presence/presence.js'
import { MissedMessages } from './queries/missed_messages.js'
import { MissedRecalls } from './queries/missed_recalls.js'
import { RecallLog } from './recalls/recall_log.js'
import { RecentRecalls } from './recalls/recent_recalls.js'
import { SendableFile } from './writing/sendable_file.js'
import { Blocks } from './rosters/blocks.js'
import { ContactRule, Contacts } from './rosters/contact_rule.js'
import { MessageBytes } from './rosters/message_bytes.js'
import { Rosters } from './rosters/rosters.js'
import { MessageStore } from './writing/message_store.js'
import { MessageWriter } from './writing/message_writer.js'
import { ReadMarks } from './writing/read_marks.js'

export type Assembly = Awaited<ReturnType<typeof assemble>>

/** Reads of the database that sockets may ask for at the same time. */
const READERS = 4
/** Of those what one person may have. */
const READERS_OF_ONE = 2

/** Puts the parts of one node together. Nothing runs yet. */
export async function assemble(app: ApplicationService) {
  const { container } = app
  const config = app.config.get<MessagingConfig>('messaging')
  const originRule = app.config.get<OriginRule>('cors.origin')
  const [db, bus, store, logger, health, limit, tokens, sessions, rule] = await Promise.all([
    container.make('lucid.db'),
    container.make(Bus),
    container.make(StateStore),
    container.make('logger'),
    container.make(Health),
    container.make(RequestLimit),
    container.make(AccessTokens),
    container.make(SessionCache),
    container.make(ContactRule),
  ])

  const connections = new Connections()
  const readers = new KeyedSemaphore({ limit: READERS, limitPerKey: READERS_OF_ONE })
  const transmit = await container.make('transmit')
  const streams = new NoticeStreams(transmit, {
    perUser: config.streamsPerUser,
    bufferedBytes: config.bufferedBytes,
  })
  const rosters = new Rosters(db)
  const log = new MessageLog(db)
  const recallLog = new RecallLog(db)
  const recent = new RecentRecalls()
  const frameWriter = new FrameWriter(logger)
  const fanOut = new FanOut(connections, recent, new ToldMarks())
  const delivery = new Delivery(rosters, log, fanOut, frameWriter, logger)
  const catchUp = new CatchUp(bus, log, recallLog, rosters, delivery, fanOut, connections, logger)
  const postOffice = new PostOffice(bus, delivery, fanOut, frameWriter, rosters, catchUp)
  const readMarks = new ReadMarks(db, logger, health)
  const messageStore = new MessageStore(db)
  const writer = new MessageWriter(messageStore, rosters, config.writers, (written) =>
    postOffice.post(written)
  )

  const contacts = new Contacts(rule, new Blocks())
  const changes = new ConversationChanges()
  const conversations = new DirectConversations(db, changes)
  const markRead = new MarkRead(db, rosters, readMarks, postOffice, config)
  const recall = new RecallMessage(db, rosters, postOffice, config)
  const nodes = new LivingNodes(store, logger, config)
  const presence = new Presence(store, bus, connections, contacts, nodes, frameWriter, config)
  const deadNodes = new DeadNodes(store, nodes, presence)
  const sockets = new SocketsOfUsers(store, bus, connections, nodes, config)
  const tickets = new Tickets(store, config.ticketSeconds)
  const socketAuthenticator = new SocketAuthenticator(tickets, tokens, sessions)
  const socketLifecycle = new SocketLifecycle(
    connections,
    socketAuthenticator,
    presence,
    sockets,
    config,
    logger
  )
  const dispatcher = new FrameDispatcher(
    {
      auth: new AuthHandler(socketAuthenticator, socketLifecycle),
      ping: new PingHandler(),
      send: new SendHandler(
        conversations,
        rosters,
        contacts,
        writer,
        messageStore,
        readMarks,
        new SendableFile(),
        log,
        new MessageBytes()
      ),
      recall: new RecallHandler(recall),
      read: new ReadHandler(markRead),
      typing: new TypingHandler(rosters, postOffice, config),
      sync: new SyncHandler(
        new MissedMessages(db, log, config),
        new MissedRecalls(db, recallLog),
        recent,
        readers
      ),
      presence: new PresenceHandler(presence, contacts, frameWriter),
    },
    logger,
    health
  )
  const contexts = new UpgradeContexts(app)
  const frames = new PersonalFrames(config.framesPerSecondOfUser)
  const gateway = new Gateway({
    config,
    originRule,
    contexts,
    limit,
    socketAuthenticator,
    connections,
    delivery,
    socketLifecycle,
    dispatcher,
    frames,
    streams,
    logger,
  })
  const heartBeat = new HeartBeat(connections, streams, config)
  const sessionWatch = new SessionWatch(
    connections,
    streams,
    socketLifecycle,
    socketAuthenticator,
    readers
  )
  const people = new People()
  const ledger = new GroupLedger(postOffice, changes)
  const departures = new Departures(db, people, ledger, new ReturningMembers(), postOffice)

  return {
    config,
    bus,
    catchUp,
    connections,
    contacts,
    deadNodes,
    departures,
    socketAuthenticator,
    fanOut,
    gateway,
    heartBeat,
    ledger,
    log,
    markRead,
    nodes,
    people,
    postOffice,
    presence,
    readMarks,
    recall,
    rosters,
    sessionWatch,
    sockets,
    streams,
    tickets,
    writer,
  }
}

export async function start(parts: Assembly): Promise<void> {
  const { bus, catchUp, contacts, deadNodes, departures, heartBeat, nodes, postOffice } = parts
  const { presence, sessionWatch, sockets } = parts
  await sessionWatch.start(bus)
  await contacts.start(bus)
  await departures.start(bus)
  await postOffice.start()
  await presence.start()
  deadNodes.start()
  await sockets.start()
  await nodes.start()
  await catchUp.start()
  heartBeat.start()
}

/** What was acknowledged is stored; what waits is still written. */
export async function stop(parts: Assembly): Promise<void> {
  const { catchUp, gateway, heartBeat, nodes, presence, readMarks, sockets, writer } = parts
  await gateway.closing()
  heartBeat.stop()
  catchUp.stop()
  await writer.drained()
  await readMarks.drained()
  await presence.stop()
  await sockets.stop()
  await nodes.stop()
}
