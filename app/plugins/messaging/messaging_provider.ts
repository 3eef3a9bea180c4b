import TransmitProvider from '@adonisjs/transmit/transmit_provider'
import type { ApplicationService } from '@adonisjs/core/types'
import { Health } from '#kernel/health/main'
import { Landing } from '#kernel/pages/main'
import { claimUpgrades } from '#kernel/http/main'
import { Metrics } from '#kernel/metrics/main'
import { Notices, removeEldest, Retention, PersonalData } from '#kernel/plugins/main'
import { Locks, PeriodicJob } from '#kernel/state/main'
import { FileHolders } from '#plugins/files/main'
import { People } from '#plugins/identity/main'
import { GroupLedger } from './actions/group_ledger.js'
import { MarkRead } from './actions/mark_read.js'
import { PostOffice } from './delivery/post_office.js'
import { SocketAuthenticator } from './gateway/socket_authenticator.js'
import { Tickets } from './gateway/tickets.js'
import { Messaging } from './messaging.js'
import { tellOfMessaging } from './messaging_metrics.js'
import type { MessagingConfig } from './messaging_config.js'
import { CONVERSATION_TYPES } from './models/conversation.js'
import { Notifier } from './notices/notifier.js'
import { ToldNotices } from './notices/told_notices.js'
import { NoticeStreams } from './notices/notice_streams.js'
import { Presence } from './presence/presence.js'
import { FilesInMessages } from './queries/files_in_messages.js'
import { removeClosedReports } from './retention/closed_reports.js'
import { RetiredMessages } from './retention/retired_messages.js'
import { ContactRule, contactRule } from './rosters/contact_rule.js'
import { Rosters } from './rosters/rosters.js'
import { MessageWriter } from './writing/message_writer.js'

const HOUR_MS = 3_600_000

export default class MessagingProvider {
  readonly #transmit: TransmitProvider
  readonly #messaging: Messaging
  readonly #repeated: PeriodicJob[] = []

  constructor(protected app: ApplicationService) {
    this.#transmit = new TransmitProvider(app)
    this.#messaging = new Messaging(app)
  }

  register() {
    const { container } = this.app
    const parts = () => this.#messaging.parts()
    this.#transmit.register()
    container.bindValue(Messaging, this.#messaging)
    container.singleton(ContactRule, () => contactRule(this.#config.contacts, new People()))
    container.singleton(Notices, async () => {
      const notifier = () => container.make(Notifier)
      return new ToldNotices(notifier, await container.make('logger'))
    })
    container.bind(Tickets, async () => (await parts()).tickets)
    container.bind(Rosters, async () => (await parts()).rosters)
    container.bind(PostOffice, async () => (await parts()).postOffice)
    container.bind(GroupLedger, async () => (await parts()).ledger)
    container.bind(MessageWriter, async () => (await parts()).writer)
    container.bind(MarkRead, async () => (await parts()).markRead)
    container.bind(SocketAuthenticator, async () => (await parts()).socketAuthenticator)
    container.bind(NoticeStreams, async () => (await parts()).streams)
    container.bind(Presence, async () => (await parts()).presence)
  }

  async boot() {
    const { container } = this.app
    const [holders, db] = [await container.make(FileHolders), await container.make('lucid.db')]
    const files = new FilesInMessages(db)
    holders.register('messaging', (fileIds, client) => files.among(fileIds, client))
    const personal = await container.make(PersonalData)
    personal.hold({
      plugin: 'messaging',
      erase: async (person) => {
        const { EraseTalk } = await import('./erasure/erase_talk.js')
        return (await container.make(EraseTalk)).handle(person)
      },
    })
    tellOfMessaging(await container.make(Metrics), this.#messaging)
    await this.#retire()
    this.#claimUpgrades()
    if (!this.app.inProduction) await this.#showDemo()
  }

  async #retire() {
    const config = this.#config
    const retention = await this.app.container.make(Retention)
    for (const type of CONVERSATION_TYPES) {
      const retired = new RetiredMessages(type)
      retention.keep({
        table: `${type} messages`,
        get days() {
          return config.messageDaysOf[type] ?? config.messageDays
        },
        remove: (before, most) => retired.remove(before, most),
      })
    }
    retention.keep({
      table: 'messaging_acts',
      days: config.actDays,
      remove: (before, most) => removeEldest('messaging_acts', before, most),
    })
    retention.keep({ table: 'message_reports', days: config.actDays, remove: removeClosedReports })
  }

  async #showDemo() {
    const landing = await this.app.container.make(Landing)
    landing.add({
      href: 'im/demo',
      title: 'Messaging',
      description: 'A page to try it with: log in here as one person, in another tab as another',
    })
  }

  #claimUpgrades() {
    const { path } = this.#config
    claimUpgrades(path, {
      accept: async (request, socket, head) => {
        const { gateway } = await this.#messaging.parts()
        await gateway.accept(request, socket, head)
      },
      closing: () => {
        if (this.#messaging.started)
          void this.#messaging.parts().then(({ gateway }) => gateway.closing())
      },
    })
  }

  async ready() {
    if (this.app.getEnvironment() !== 'web') return
    await this.#messaging.parts()
    await this.#repeat('messaging:departures', HOUR_MS, async () => {
      await (await this.#messaging.parts()).departures.sweep()
      const { removeDeleted } = await import('./erasure/remove_conversation.js')
      await removeDeleted()
    })
  }

  async #repeat(name: string, everyMs: number, work: () => Promise<void>) {
    const { container } = this.app
    const [locks, logger] = [await container.make(Locks), await container.make('logger')]
    const health = await container.make(Health)
    const repeated = new PeriodicJob(locks, logger, health, { name, everyMs, atOnce: true, work })
    this.#repeated.push(repeated)
    repeated.start()
  }

  async shutdown() {
    await Promise.all(this.#repeated.map((repeated) => repeated.stop()))
    if (!this.#messaging.started) return
    await this.#messaging.stop()
    await this.#transmit.shutdown()
  }

  get #config(): MessagingConfig {
    return this.app.config.get<MessagingConfig>('messaging')
  }
}
