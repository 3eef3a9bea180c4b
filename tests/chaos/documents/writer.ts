import { createHash, randomInt } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import {
  EditorRefusal,
  type EditorConfiguration,
} from '../../fakes/document_server/configuration.js'
import { documentTexts } from '../../fakes/document_server/ooxml.js'
import type { Delivered } from '../../fakes/document_server/delivery.js'
import type { Editor } from '../../fakes/document_server/editor.js'
import type { FakeDocumentServer } from '../../fakes/document_server/server.js'
import type { ServiceProcess } from '../../tools/service_process/service_process.js'

export interface SentSave {
  documentId: number
  sha256: string
  /** What people had written into it by then. */
  texts: string[]
  status: number
  /** The service said that it has it. */
  acknowledged: boolean
}

/** Somebody who goes on writing into one document, session after session, while the service dies and comes back. */
export class Writer {
  readonly saves: SentSave[] = []
  #documentId = 0
  #sentences = 0

  constructor(
    private readonly name: string,
    private readonly service: ServiceProcess,
    private readonly server: FakeDocumentServer
  ) {}

  /** Makes the document; nothing may go wrong yet. */
  async prepare(): Promise<void> {
    const body = { fileType: 'docx', title: this.name }
    const { id } = await this.service.call<{ id: number }>('POST', '/app/document', body)
    this.#documentId = id
  }

  /** @param goesOn asked before each session */
  async write(goesOn: () => boolean): Promise<void> {
    while (goesOn()) {
      const editor = await this.#open()
      if (!editor) continue
      await this.#session(editor)
    }
  }

  async #session(editor: Editor): Promise<void> {
    for (let count = randomInt(1, 4); count > 0; count--) {
      editor.edit(`${this.name}, sentence ${++this.#sentences}.`, { padding: randomInt(200_000) })
      if (randomInt(2) === 0) await this.#note(editor, (await editor.forceSave()).delivered)
    }
    await this.#note(editor, await editor.close())
  }

  async #note({ room }: Editor, delivered: Delivered | undefined): Promise<void> {
    if (!delivered || ![2, 6].includes(delivered.status)) return
    const { status, saved: acknowledged, payload } = delivered
    const bytes = await written(String(payload.url))
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    const texts = documentTexts(bytes, room.fileType)
    this.saves.push({ documentId: this.#documentId, sha256, texts, status, acknowledged })
  }

  /** `null` when it cannot be opened for editing just now. */
  async #open(): Promise<Editor | null> {
    try {
      const path = `/app/document/${this.#documentId}/editor-config`
      const editor = await this.server.open(
        await this.service.call<EditorConfiguration>('GET', path)
      )
      if (editor.canEdit) return editor
      await this.#note(editor, await editor.close())
      return null
    } catch (error) {
      if (!isPassing(error)) throw error
      await pause(100)
      return null
    }
  }
}

/** The service is away, or goes away in the middle. */
function isPassing(error: unknown): boolean {
  return (
    error instanceof EditorRefusal || error instanceof TypeError || / 50[03] /.test(String(error))
  )
}

/** What the document server offers: it dates a file as it writes it. */
async function written(url: string): Promise<Uint8Array> {
  const response = await fetch(url)
  if (!response.ok) throw new Error(`What was sent cannot be looked at: ${response.status}`)
  return new Uint8Array(await response.arrayBuffer())
}
