import app from '@adonisjs/core/services/app'
import limiter from '@adonisjs/limiter/services/main'
import { Notices } from '#kernel/plugins/main'
import { clock } from '#kernel/state/main'
import { EditorSettings } from '../../../../../app/plugins/documents/editor/editor_settings.js'
import EditingSession from '../../../../../app/plugins/documents/models/editing_session.js'
import { NarrowedRights } from '../../../../../app/plugins/documents/sessions/narrowed_rights.js'
import { Sweep, type Swept } from '../../../../../app/plugins/documents/editing/sweep.js'
import { FakeDocumentServer } from '../../../../fakes/document_server/server.js'
import { EDITOR_SECRET, usualSettings } from '../../../../helpers/editor_stage.js'
import { until } from '../../../../helpers/until.js'
import { Ledger } from '../ledger.js'
import { makePeople, type People } from './people.js'
import type { Person } from './person.js'
import { WalkCourier } from './walk_courier.js'
import { WalkNotices } from './walk_notices.js'

/** The service, which is up in this process, the document server and the people. Histories follow each other on it. */
export class WalkStage {
  readonly courier = new WalkCourier()
  /** Of the present history. */
  ledger = new Ledger()
  people!: People
  server!: FakeDocumentServer

  static async raise(url: string, adminPassword: string): Promise<WalkStage> {
    const stage = new WalkStage()
    stage.server = await FakeDocumentServer.start({
      ...{ secret: EDITOR_SECRET, courier: stage.courier, stamps: true },
      now: () => clock.now(),
      wait: async (milliseconds) => clock.travel(milliseconds),
      onEvent: (event) => stage.ledger.hear(event, stage.server.store),
    })
    const settings = new EditorSettings({
      ...{ ...usualSettings(stage.server.url), publicBaseUrl: url, signedCallback: 'required' },
      ...{ forceSaveSeconds: 0.5, settleSeconds: 0.1, sessionEndSeconds: 0.1, sweepMinutes: 0 },
    })
    app.container.swap(EditorSettings, () => settings)
    app.container.swap(Notices, () => new WalkNotices(() => stage.ledger))
    stage.people = await makePeople(url, adminPassword)
    return stage
  }

  async reset(): Promise<void> {
    this.courier.isOver = true
    await this.courier.releaseAll('request_lost')
    await this.settled()
    this.server.reset()
    this.courier.reset()
    for (const person of Object.values(this.people)) await this.enable(person)
    await limiter.clear(['memory'])
    await EditingSession.query().update({ lastStatus: null, lastUsers: null, notice: null })
    clock.restore()
    this.ledger = new Ledger()
  }

  /** Resolves when only what is held is under way. */
  settled(): Promise<void> {
    return until(() => this.server.underWay === this.courier.held.length)
  }

  async sweep(): Promise<Swept> {
    return (await app.container.make(Sweep)).handle()
  }

  async reviewRights(): Promise<void> {
    await (await app.container.make(NarrowedRights)).handle()
  }

  async enable(person: Person): Promise<void> {
    if (!person.isDisabled) return
    await this.#setStatus(person, 'enabled')
    person.isDisabled = false
  }

  async disable(person: Person): Promise<void> {
    person.isDisabled = true
    await this.#setStatus(person, 'disabled')
  }

  async lower(): Promise<void> {
    clock.restore()
    await this.server.stop()
    app.container.restore(EditorSettings)
    app.container.restore(Notices)
  }

  #setStatus({ id }: Person, status: 'enabled' | 'disabled'): Promise<unknown> {
    return this.people.admin.need('PUT', `/app/system/users/${id}/status`, { status })
  }
}
