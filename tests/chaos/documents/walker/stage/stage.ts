import app from '@adonisjs/core/services/app'
import limiter from '@adonisjs/limiter/services/main'
import { clock } from '#kernel/state/clock'
import { actAsSystem } from '#kernel/operator/acting'
import { ReviewOpenings } from '../../../../../app/plugins/documents/live/review_openings.js'
import Document from '../../../../../app/plugins/documents/models/document.js'
import DocumentOpening from '../../../../../app/plugins/documents/models/document_opening.js'
import { LookAfterSessions } from '../../../../../app/plugins/documents/recovery/look_after_sessions.js'
import {
  RecoverLostSaves,
  type Recovery,
  type Sweeping,
} from '../../../../../app/plugins/documents/recovery/recover_lost_saves.js'
import { FakeDocumentServer } from '../../../../fakes/document_server/server.js'
import { until } from '../../../../helpers/until.js'
import type { ServiceProcess } from '../../../../tools/service_process/service_process.js'
import { makePeople, setRole, type People } from './people.js'
import type { Answer, Call, Person } from './person.js'
import type { Trouble } from './troubles/trouble.js'
import { WalkCourier } from './walk_courier.js'

export interface StageOptions {
  secret: string
  /** Of the service. */
  url: string
  adminPassword: string
  /** Of the document server. Default: one the system chooses. */
  port?: number
  /** How long the service may take to answer while nothing is broken. Default: 8 seconds. */
  longestMs?: number
  /** Where the service is a process that can be killed. */
  service?: ServiceProcess
}

/** What is seen of a document from inside. */
export interface Sight {
  versionNo: number
  lastVersionNo: number
  fileId: number
  status: string
  sessionKey: string
  isDeleted: boolean
}

const SETTLED_MS = 60_000
const HALF_A_DAY_MS = 12 * 3_600_000
const LOOKED_AFTER = 6
const LONGEST_MS = 8_000

/** The service, the document server and the people; walks follow each other on it. */
export class WalkStage {
  readonly courier = new WalkCourier()
  readonly calls: Call[] = []
  readonly disabled = new Set<Person>()
  /** What can be broken. */
  readonly troubles: Trouble[] = []
  service: ServiceProcess | undefined
  longestMs = LONGEST_MS
  people!: People
  server!: FakeDocumentServer
  #offset = 0
  #withdrawn = new Set<Person>()

  /** @param ready called with the document server's address before anybody logs in */
  static async raise(
    options: StageOptions,
    ready?: (documentServerUrl: string) => void
  ): Promise<WalkStage> {
    const stage = new WalkStage()
    const { courier } = stage
    const { secret, port, service } = options
    stage.service = service
    stage.longestMs = options.longestMs ?? LONGEST_MS
    const now = () => Date.now() + stage.#offset
    const wait = async () => undefined
    stage.server = await FakeDocumentServer.start({
      secret,
      port,
      courier,
      now,
      wait,
      stamps: true,
    })
    ready?.(stage.server.url)
    const { url, adminPassword } = options
    stage.people = await makePeople(url, adminPassword, (call) => stage.calls.push(call))

    return stage
  }

  /** Nothing is left of the walk before, nor of the paces at which its people went, where the service is in this process. */
  async reset(): Promise<void> {
    await limiter.clear()
    this.server.reset()
    this.courier.isOver = true
    for (const errand of [...this.courier.held]) errand.release('request_lost')
    await this.settled()
    for (const trouble of this.troubles) await trouble.mend()
    for (const person of this.disabled) await this.setStatus(person, 'enabled')
    this.disabled.clear()
    for (const person of [...this.#withdrawn]) await this.setRight(person, true)
    this.courier.reset()
    this.server.reset()
    this.calls.length = 0
    this.#offset = 0
    clock.restore()
  }

  /** Time passes: changes and files are told apart by it. For a service that keeps its own, the document server’s alone. */
  pass(milliseconds: number): void {
    if (this.canTravel) this.elapse(milliseconds)
    else this.#offset += milliseconds
  }

  /** A service that is a process of its own keeps its own time. */
  get canTravel(): boolean {
    return this.service === undefined
  }

  /** The same time passes here and for the document server. */
  elapse(milliseconds: number): void {
    clock.travel(milliseconds)
    this.#offset += milliseconds
  }

  /** Resolves when nothing is under way but what is kept back. */
  async settled(): Promise<void> {
    await until(() => this.server.underWay === this.courier.held.length, SETTLED_MS)
  }

  async sweep(sweeping?: Sweeping): Promise<Recovery> {
    const recovering = await app.container.make(RecoverLostSaves)

    return recovering.handle(sweeping)
  }

  /** What the sweeps of some days do for one document, when nothing is heard of it any more. */
  async lookAfter(documentId: number): Promise<void> {
    await DocumentOpening.query().whereNot({ documentId }).delete()
    for (let day = 0; day < LOOKED_AFTER; day++) {
      this.elapse(HALF_A_DAY_MS)
      await (await app.container.make(LookAfterSessions)).handle({ evenWaiting: true })
    }
    clock.restore()
  }

  /** What is done every minute: whoever may not edit any more is sent out. */
  async reviewOpenings(): Promise<void> {
    const review = await app.container.make(ReviewOpenings)
    await review.handle()
  }

  async setStatus(person: Person, status: 'enabled' | 'disabled'): Promise<Answer<unknown>> {
    person.isDisabled = status === 'disabled'

    return this.people.admin.call('PUT', `/app/system/users/${person.id}/status`, { status })
  }

  /** Whether they may change documents; looking is left to them. */
  async setRight(person: Person, may: boolean): Promise<Answer<unknown>> {
    const answer = await setRole(this.people, person, may ? 'changing' : 'looking')
    if (answer.status === 200 && may) this.#withdrawn.delete(person)
    else this.#withdrawn.add(person)
    return answer
  }

  see(id: number): Promise<Sight> {
    return actAsSystem('look on from a walk', async () => {
      const document = await Document.findOrFail(id)
      const { versionNo, lastVersionNo, latestFileId, status, sessionKey, deletedAt } = document
      const content = { versionNo, lastVersionNo, fileId: latestFileId }

      return { ...content, status, sessionKey, isDeleted: Boolean(deletedAt) }
    })
  }

  async lower(): Promise<void> {
    clock.restore()
    await this.server.stop()
  }
}
