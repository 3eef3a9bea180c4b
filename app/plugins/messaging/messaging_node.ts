import { inject } from '@adonisjs/core'
import { Bus } from '#kernel/state/main'
import { Departures } from './actions/departures.js'
import { DirectConversations } from './actions/direct_conversations.js'
import { Broadcaster } from './delivery/broadcaster.js'
import { Delivery } from './delivery/delivery.js'
import { FrameWriter } from './delivery/frame_writer.js'
import { Epoch } from './epoch.js'
import { CLOSE } from './sockets/close_codes.js'
import { Connections } from './sockets/connections.js'
import { Gateway } from './gateway/gateway.js'
import { HeartBeat } from './gateway/heart_beat.js'
import { SessionWatch } from './gateway/session_watch.js'
import { SocketLifecycle } from './admission/socket_lifecycle.js'
import { MessageWriter } from './log/message_writer.js'
import { ReadMarks } from './log/read_marks.js'
import { Nodes } from './presence/nodes.js'
import { Presence } from './presence/presence.js'
import { Contacts } from './rosters/contacts.js'
import { Rosters } from './rosters/rosters.js'

/** This node's part in messaging: what it listens to, and its end. */
@inject()
export class MessagingNode {
  #started: Promise<void> | null = null

  constructor(
    private readonly bus: Bus,
    private readonly epoch: Epoch,
    private readonly nodes: Nodes,
    private readonly presence: Presence,
    private readonly contacts: Contacts,
    private readonly departures: Departures,
    private readonly sessionWatch: SessionWatch,
    private readonly heartBeat: HeartBeat,
    private readonly broadcaster: Broadcaster,
    private readonly delivery: Delivery,
    private readonly rosters: Rosters,
    private readonly direct: DirectConversations,
    private readonly connections: Connections,
    private readonly lifecycle: SocketLifecycle,
    private readonly frames: FrameWriter,
    private readonly gateway: Gateway,
    private readonly writer: MessageWriter,
    private readonly readMarks: ReadMarks
  ) {}

  /** Once, when it is first needed. */
  start(): Promise<void> {
    this.#started ??= this.#start()
    return this.#started
  }

  /** Sends everybody to another node. */
  async closing(): Promise<void> {
    await this.gateway.closing()
  }

  /** What was acknowledged is stored; what waits is still written. */
  async stop(): Promise<void> {
    await this.#started
    await this.gateway.closing()
    this.heartBeat.stop()
    await this.writer.drained()
    await this.readMarks.drained()
    await this.presence.stop()
    await this.nodes.stop()
  }

  /** Entries of other nodes may have been missed: clients are greeted again, and sync. */
  greetAll(): void {
    this.rosters.clear()
    void this.frames.write(this.#greeting())
  }

  async #start(): Promise<void> {
    await this.epoch.advance()
    this.nodes.onBeat(() => this.#lookAtEpoch())
    const { sessionWatch, contacts, departures, broadcaster, presence, nodes } = this
    for (const part of [sessionWatch, contacts, departures, broadcaster, presence, nodes])
      await part.start()
    this.heartBeat.start()
    this.bus.onRestored(() => this.greetAll())
  }

  /** A backup was restored: what this node knows is of another database. */
  async #lookAtEpoch(): Promise<void> {
    if (!(await this.epoch.read())) return
    this.rosters.clear()
    this.delivery.clear()
    this.direct.clear()
    for (const connection of [...this.connections.all()]) connection.close(CLOSE.restarting)
  }

  *#greeting() {
    for (const connection of [...this.connections.all()])
      if (connection.admission) yield this.lifecycle.greet(connection)
  }
}
