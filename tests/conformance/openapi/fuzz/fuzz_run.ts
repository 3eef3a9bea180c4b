import type { ApiDescription, Operation } from '#plugins/api_docs/main'
import { DescribedAnswers, type Answer } from '#tests/helpers/described_responses/described_answers'
import { FoundOperations } from '#tests/helpers/described_responses/found_operations'
import type { FuzzClient } from './client.js'
import { madeRequest, type MadeRequest } from './made_request.js'
import { Random } from './random.js'
import { losses, type RowCounter } from './row_counts.js'
import { SWITCHED_OFF } from './spared_operations.js'

export interface Finding {
  index: number
  request: string
  fault: string
}

export interface FuzzReport {
  findings: Finding[]
  /** Operation id → status → how often. */
  statuses: Map<string, Map<number, number>>
  sent: number
}

export interface FuzzPlan {
  seed: number
  /** Index of the first request; a single one is replayed with `count: 1`. */
  first: number
  count: number
  /** It ends when they are over, also where requests are left. */
  seconds: number
}

/** Sends requests made of the description and a seed, and holds what comes back to the description. */
export class FuzzRun {
  readonly #document
  readonly #answers
  readonly #found
  readonly #operations: readonly Operation[]
  readonly #report: FuzzReport = { findings: [], statuses: new Map(), sent: 0 }

  constructor(
    description: ApiDescription,
    private readonly client: FuzzClient,
    private readonly rows: RowCounter
  ) {
    this.#document = description.document()
    this.#answers = new DescribedAnswers(this.#document)
    this.#found = new FoundOperations(description)
    this.#operations = description.operations.filter(({ id }) => !SWITCHED_OFF.has(id))
  }

  async run({ seed, first, count, seconds }: FuzzPlan): Promise<FuzzReport> {
    const end = performance.now() + seconds * 1000
    for (let index = first; index < first + count && performance.now() < end; index += 1) {
      await this.#step(seed, index)
      this.#report.sent += 1
    }
    return this.#report
  }

  async #step(seed: number, index: number): Promise<void> {
    const operation = this.#operations[index % this.#operations.length]!
    const made = madeRequest(operation, this.#document, new Random(seed, index))
    const writes = made.method !== 'GET'
    const before = writes ? await this.rows.count() : undefined
    const answer = await this.client.send(made).catch((error: Error) => error)
    if (answer instanceof Error) return this.#find(index, made, answer.message)

    this.#countStatus(operation, answer.status)
    for (const fault of this.#faultsOf(made, answer)) this.#find(index, made, fault)
    if (!before || answer.status < 400) return
    const lost = losses(before, await this.rows.count())
    for (const fault of lost) this.#find(index, made, `refused, yet ${fault}`)
  }

  #faultsOf(made: MadeRequest, answer: Answer): string[] {
    if (answer.status === 500) return ['answered 500']
    const found = this.#found.at(made.target, made.method)
    if (found) return this.#answers.faultsOf(found, answer)
    return answer.status === 404 ? [] : [`no such route answered ${answer.status}`]
  }

  #find(index: number, { method, target, actor, body }: MadeRequest, fault: string): void {
    const sent = body ? ` ${body.type} ${body.bytes.toString().slice(0, 300)}` : ''
    const request = `${actor}: ${method} ${target.slice(0, 300)}${sent}`
    this.#report.findings.push({ index, request, fault })
  }

  #countStatus({ id }: Operation, status: number): void {
    const statuses = this.#report.statuses.get(id) ?? new Map<number, number>()
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
    this.#report.statuses.set(id, statuses)
  }
}
