import type { OpenApiDocument } from '#plugins/api_docs/main'
import type { Answer } from '#tests/helpers/described_responses/described_answers'
import { Exchange } from '../../../conformance/openapi/fuzz/exchange.js'
import { until } from '../../../helpers/until.js'
import type { WalkStage } from '../../documents/walker/stage/stage.js'
import { Oracle } from '../oracle/oracle.js'
import { operationsOf, type Operation } from '../requests/operations.js'
import { sentBy, type Request } from '../requests/request.js'
import { restore } from './restoring.js'
import { SnapshotReader, type Snapshot } from './snapshot.js'

const DESCRIPTION = '/v3/api-docs'
const UNDER_WAY = ['waiting', 'running']
const SETTLED_MS = 30_000

/** The service, the document server beside it, and what the service says of itself. */
export class Stage {
  /** Operation id → status → how often. */
  readonly statuses = new Map<string, Map<number, number>>()
  readonly #reader = new SnapshotReader()
  #first!: Snapshot

  private constructor(
    private readonly beside: WalkStage,
    private readonly exchange: Exchange,
    readonly operations: readonly Operation[],
    readonly oracle: Oracle
  ) {}

  static async raise(beside: WalkStage, url: string): Promise<Stage> {
    const exchange = new Exchange(new URL(url))
    const answer = await exchange.send({ method: 'GET', target: DESCRIPTION, headers: {} })
    const document = JSON.parse(answer.body.toString()) as OpenApiDocument
    const stage = new Stage(beside, exchange, operationsOf(document), new Oracle(document))
    stage.#first = await stage.look()
    return stage
  }

  /** All is as it was when the stage was raised. */
  async reset(): Promise<Snapshot> {
    await this.beside.reset()
    await restore(this.#first, await this.look())
    return this.look()
  }

  async send(request: Request): Promise<Answer> {
    const answer = await this.exchange.send(sentBy(request))
    const { id } = request.operation
    const statuses = this.statuses.get(id) ?? new Map<number, number>()
    this.statuses.set(id, statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1))
    return answer
  }

  look(): Promise<Snapshot> {
    return this.#reader.read()
  }

  /** When nothing goes on that was asked for earlier. */
  async lookWhenStill(): Promise<Snapshot> {
    let seen = await this.look()
    const isStill = () =>
      seen.get('document_conversions')!.every(({ state }) => !UNDER_WAY.includes(String(state)))
    if (isStill()) return seen
    await until(async () => {
      seen = await this.look()
      return isStill()
    }, SETTLED_MS)
    return seen
  }

  /** Those of the description that name a row, and were not called. */
  get uncalled(): Operation[] {
    return this.operations.filter(({ id, ids }) => ids.length > 0 && !this.statuses.has(id))
  }

  lower(): void {
    this.exchange.close()
  }
}
