import TransmitProvider from '@adonisjs/transmit/transmit_provider'
import type { ApplicationService } from '@adonisjs/core/types'
import { Health } from '#kernel/health/main'
import { claimUpgrades } from '#kernel/http/main'
import { bindSingletons, Notices, PersonalData, Retention } from '#kernel/plugins/main'
import { Locks, PeriodicJob } from '#kernel/state/main'
import { FileHolders } from '#plugins/files/main'
import { People } from '#plugins/identity/main'
import { Departures } from './actions/departures.js'
import { DirectConversations } from './actions/direct_conversations.js'
import { Broadcaster } from './delivery/broadcaster.js'
import { Delivery } from './delivery/delivery.js'
import { FanOut } from './delivery/fan_out.js'
import { FrameWriter } from './delivery/frame_writer.js'
import { Epoch } from './epoch.js'
import { Connections } from './sockets/connections.js'
import { Gateway } from './gateway/gateway.js'
import { HeartBeat } from './gateway/heart_beat.js'
import { PersonalFrames } from './sockets/frame_allowance.js'
import { ConversationLedger } from './log/conversation_ledger.js'
import { MessageWriter } from './log/message_writer.js'
import { ReadMarks } from './log/read_marks.js'
import { messagingConfig } from './messaging_config.js'
import { describeMetrics } from './messaging_metrics.js'
import { MessagingNode } from './messaging_node.js'
import { CONVERSATION_TYPES } from './models/conversation.js'
import { DeliveredNotices } from './notices/delivered_notices.js'
import { NoticeStreams } from './notices/notice_streams.js'
import { Notifier } from './notices/notifier.js'
import { Nodes } from './presence/nodes.js'
import { Presence } from './presence/presence.js'
import { filesInConversations } from './queries/files_in_conversations.js'
import { AgedEntries } from './retention/aged_entries.js'
import { ConfiguredContactRule, ContactRule } from './rosters/contact_rule.js'
import { Contacts } from './rosters/contacts.js'
import { Rosters } from './rosters/rosters.js'

const HOUR_MS = 3_600_000

/** Singletons of the node, because they keep state. */
const SINGLETONS = [
  ...[Connections, PersonalFrames, Gateway, Rosters, Contacts, DirectConversations],
  ...[ConversationLedger, MessageWriter, ReadMarks, Epoch, Broadcaster, Delivery, FanOut],
  ...[FrameWriter, HeartBeat, Nodes, Presence, MessagingNode],
]

export default class MessagingProvider {
  readonly #transmit: TransmitProvider
  #job: PeriodicJob | null = null
  /** Only what was made is stopped: a command that ends must not connect to anything. */
  #node: MessagingNode | null = null
  #hasStreams = false

  constructor(protected app: ApplicationService) {
    this.#transmit = new TransmitProvider(app)
  }

  register() {
    const { container } = this.app
    this.#transmit.register()
    bindSingletons(container, SINGLETONS)
    container.singleton(ContactRule, () => {
      return new ConfiguredContactRule(messagingConfig().contacts, new People())
    })
    container.singleton(NoticeStreams, async () => {
      this.#hasStreams = true
      return new NoticeStreams(await container.make('transmit'))
    })
    container.singleton(Notices, async () => {
      const notifier = () => container.make(Notifier)
      return new DeliveredNotices(notifier, new People(), await container.make('logger'))
    })
  }

  async boot() {
    const { container } = this.app
    const holders = await container.make(FileHolders)
    holders.register('messaging', filesInConversations)
    const personal = await container.make(PersonalData)
    personal.hold({
      plugin: 'messaging',
      erase: async (person) => {
        const { ErasePerson } = await import('./erasure/erase_person.js')
        return (await container.make(ErasePerson)).handle(person)
      },
    })
    await describeMetrics(this.app)
    await this.#registerRetention()
    this.#claimUpgrades()
  }

  async ready() {
    if (this.app.getEnvironment() !== 'web') return
    await this.#start()
    const { container } = this.app
    const [locks, logger] = [await container.make(Locks), await container.make('logger')]
    const work = () => this.#lookAfter()
    const options = { name: 'messaging:departures', everyMs: HOUR_MS, atOnce: true, work }
    this.#job = new PeriodicJob(locks, logger, await container.make(Health), options)
    this.#job.start()
  }

  async shutdown() {
    await this.#job?.stop()
    await this.#node?.stop()
    if (this.#hasStreams) await this.#transmit.shutdown()
  }

  async #start() {
    this.#node = await this.app.container.make(MessagingNode)
    await this.#node.start()
  }

  async #registerRetention() {
    const retention = await this.app.container.make(Retention)
    for (const type of CONVERSATION_TYPES) {
      const aged = new AgedEntries(type)
      retention.keep({
        table: `${type} messages`,
        get days() {
          const { messageDaysOf, messageDays } = messagingConfig()
          return messageDaysOf[type] ?? messageDays
        },
        remove: (before, most) => aged.remove(before, most),
      })
    }
  }

  #claimUpgrades() {
    const { container } = this.app
    claimUpgrades(messagingConfig().path, {
      accept: async (request, socket, head) => {
        await this.#start()
        await (await container.make(Gateway)).accept(request, socket, head)
      },
      closing: () => {
        void this.#node?.closing()
      },
    })
  }

  async #lookAfter() {
    await (await this.app.container.make(Departures)).sweep()
    await (await this.app.container.make(Epoch)).advance()
    const { removeDeleted } = await import('./erasure/remove_conversation.js')
    await removeDeleted()
  }
}
