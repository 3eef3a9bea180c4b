import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { EditorRefusal, type EditorConfiguration } from './configuration.js'
import type { Editor } from './editor.js'
import { historyPreview } from './history_preview.js'
import type { FakeDocumentServer } from './server.js'
import type { Claims } from './tokens.js'

const EDITOR_PATH = /^\/fake\/editors\/([\w-]+)\/(edit|force-save|close)$/

export const sendJson = (response: ServerResponse, status: number, body: unknown): void => {
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))
}

const describe = ({ id, canEdit, texts }: Editor): Claims => ({ editor: id, canEdit, texts })

/** The scripted editor over HTTP, for the page in a browser. The real server has nothing like it. */
export class ControlApi {
  readonly #server: FakeDocumentServer

  constructor(server: FakeDocumentServer) {
    this.#server = server
  }

  async handle(request: IncomingMessage, response: ServerResponse, path: string): Promise<void> {
    try {
      const body = JSON.parse((await text(request)) || '{}') as Claims
      sendJson(response, 200, await this.#answer(path, body))
    } catch (error) {
      if (!(error instanceof EditorRefusal)) throw error
      sendJson(response, 403, { code: error.code, description: error.description })
    }
  }

  async #answer(path: string, body: Claims): Promise<unknown> {
    if (path === '/fake/history') return historyPreview(this.#server, body)
    if (path === '/fake/editors')
      return describe(await this.#server.open(body as unknown as EditorConfiguration))
    const [, id = '', act] = EDITOR_PATH.exec(path) ?? []
    const editor = this.#server.editors.get(id)
    if (!editor) throw new EditorRefusal(404, 'no such editor')
    if (act === 'close') return { delivered: await editor.close() }
    if (act === 'force-save') return editor.forceSave()
    editor.edit(String(body.text))
    return describe(editor)
  }
}
