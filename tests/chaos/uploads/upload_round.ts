import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { ServiceProcess } from '../../tools/service_process/service_process.js'
import { Dice } from '../conversations/dice.js'

const UPLOADS = 500
const CONTENTS = 60
const LARGEST = 100_000
/** As much as the smallest file counts. */
const LEAST = 4_096
const RETRY_MS = 100

interface Row {
  id: number
  size: number
  sha256: string
}

interface Answer {
  code: number
  data: Row
}

interface Page {
  items: Row[]
}

/** Uploads at once, some of the same content, and then a look at what is there; in the end all of it is deleted. */
export class UploadRound {
  readonly #dice: Dice
  readonly #contents: string[]
  readonly #acknowledged = new Set<number>()

  constructor(
    private readonly service: ServiceProcess,
    seed: number,
    private readonly quota: number
  ) {
    this.#dice = new Dice(seed)
    this.#contents = Array.from({ length: CONTENTS }, (_, no) =>
      `${seed} ${no} `.repeat(this.#dice.between(1, LARGEST / 10))
    )
  }

  async run(): Promise<{ files: number; found: string[] }> {
    const isKilled = this.#dice.chance(50)
    const uploads = Array.from({ length: UPLOADS }, () =>
      this.#upload(this.#dice.one(this.#contents)!)
    )
    if (isKilled) await this.#kill()
    await Promise.all(uploads)
    const rows = await this.#rows()
    const found = [...this.#faultsOf(rows), ...(await this.#damaged(rows))]
    for (const { id } of rows) await this.service.call('DELETE', `/app/files/${id}`)
    return { files: rows.length, found }
  }

  async #kill(): Promise<void> {
    await pause(this.#dice.between(100, 3_000))
    await this.service.kill()
    await this.service.restart()
  }

  /** Tries again while too many are under way, or the service is away. */
  async #upload(content: string): Promise<void> {
    for (;;) {
      const body = new FormData()
      body.set('file', new Blob([content]), 'a.txt')
      const response = await this.service.request('POST', '/app/files', body).catch(() => null)
      const answer = (await response?.json().catch(() => null)) as Answer | null
      if (answer?.code === 200) this.#acknowledged.add(answer.data.id)
      if (answer?.code === 200 || answer?.code === 413) return
      await pause(RETRY_MS)
    }
  }

  async #rows(): Promise<Row[]> {
    const rows: Row[] = []
    for (let page = 1; ; page++) {
      const { items } = await this.service.call<Page>('GET', `/app/files?pageSize=100&page=${page}`)
      rows.push(...items)
      if (items.length < 100) return rows
    }
  }

  #faultsOf(rows: readonly Row[]): string[] {
    const used = rows.reduce((sum, { size }) => sum + Math.max(size, LEAST), 0)
    const listed = new Set(rows.map(({ id }) => id))
    const lost = [...this.#acknowledged].filter((id) => !listed.has(id))
    return [
      ...(used > this.quota ? [`${used} bytes are stored, and ${this.quota} allowed`] : []),
      ...lost.map((id) => `file ${id} was acknowledged and is not there`),
    ]
  }

  async #damaged(rows: readonly Row[]): Promise<string[]> {
    const faults: string[] = []
    for (const { id, sha256 } of rows) {
      const response = await this.service.request('GET', `/app/files/${id}/content`)
      const bytes = Buffer.from(await response.arrayBuffer())
      const hash = createHash('sha256').update(bytes).digest('hex')
      if (hash !== sha256) faults.push(`file ${id} does not have its content (${response.status})`)
    }
    return faults
  }
}
