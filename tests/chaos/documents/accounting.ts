import { createHash } from 'node:crypto'
import { documentTexts } from '../../fakes/document_server/ooxml.js'
import type { FakeDocumentServer } from '../../fakes/document_server/server.js'
import type { ServiceProcess } from '../../tools/service_process/service_process.js'
import type { SentSave } from './writer.js'

interface Kept {
  sha256: string
  texts: ReadonlySet<string>
}

/** Holds what was sent against what the service has. */
export class Accounting {
  constructor(
    private readonly service: ServiceProcess,
    private readonly saves: readonly SentSave[]
  ) {}

  /** Those of the saves that no version of their document holds, by the bytes that it downloads as. */
  missingOf(saves: readonly SentSave[]): Promise<SentSave[]> {
    return this.#unheld(saves, (kept, { sha256 }) => kept.sha256 === sha256)
  }

  /**
   * Those of which no version holds every sentence: one that the document server could not deliver may reach us within
   * a later one of the same key, for it keeps but the last.
   */
  lostOf(saves: readonly SentSave[]): Promise<SentSave[]> {
    return this.#unheld(saves, (kept, { texts }) => texts.every((text) => kept.texts.has(text)))
  }

  /** Versions that hold the same as another one of their document: each sentence is written once. */
  async doubled(): Promise<number> {
    const twice = [...(await this.#contents()).values()].map((contents) => {
      const states = contents.map(({ texts }) => [...texts].join('\n'))
      return states.length - new Set(states).size
    })
    return twice.reduce((sum, count) => sum + count, 0)
  }

  async versions(): Promise<number> {
    return [...(await this.#contents()).values()].flat().length
  }

  async #unheld(saves: readonly SentSave[], holds: (kept: Kept, save: SentSave) => boolean) {
    const contents = await this.#contents()
    return saves.filter((save) => !contents.get(save.documentId)!.some((kept) => holds(kept, save)))
  }

  async #contents(): Promise<Map<number, Kept[]>> {
    const contents = new Map<number, Kept[]>()
    for (const id of new Set(this.saves.map(({ documentId }) => documentId)))
      contents.set(id, await this.#contentsOf(id))
    return contents
  }

  /** Of every version's content, as it is downloaded. */
  async #contentsOf(documentId: number): Promise<Kept[]> {
    const path = `/app/document/${documentId}/versions`
    const versions = await this.service.call<{ no: number; sha256: string }[]>('GET', path)
    const contents: Kept[] = []
    for (const { no, sha256 } of versions) {
      const response = await this.service.request('GET', `${path}/${no}/content`)
      if (!response.ok) throw new Error(`Version ${no} of ${documentId}: ${response.status}`)
      const bytes = Buffer.from(await response.arrayBuffer())
      const actual = createHash('sha256').update(bytes).digest('hex')
      if (actual !== sha256) throw new Error(`Version ${no} of ${documentId} is not what it says`)
      contents.push({ sha256, texts: new Set(documentTexts(bytes, 'docx')) })
    }
    return contents
  }
}

/** How often each status was answered to the saves that were sent; `dropped` where nothing was. */
export function answersTo(server: FakeDocumentServer): Map<number | 'dropped', number> {
  const answers = new Map<number | 'dropped', number>()
  for (const { status, reply } of server.log.callbacks()) {
    if (![2, 6].includes(status)) continue
    const answer = reply?.status ?? 'dropped'
    answers.set(answer, (answers.get(answer) ?? 0) + 1)
  }
  return answers
}
