import type { IncomingMessage, ServerResponse } from 'node:http'
import { EditorRefusal, type EditorConfiguration } from './configuration.js'
import type { Editor } from './editor.js'
import { historyPreview } from './history_preview.js'
import { readText, sendJson } from './http_messages.js'
import type { FakeDocumentServer } from './server.js'
import type { Claims } from './tokens.js'

const EDITOR_PATH = /^\/fake\/editors\/([\w-]+)\/(edit|force-save|close)$/

const describe = (editor: Editor): Claims => ({
  editor: editor.id,
  canEdit: editor.canEdit,
  texts: editor.texts,
  messages: editor.messages,
})

/** The hands of the scripted editor over HTTP, for the page in a browser. The real server has nothing like it. */
export class ControlApi {
  readonly #server: FakeDocumentServer

  constructor(server: FakeDocumentServer) {
    this.#server = server
  }

  async handle(request: IncomingMessage, response: ServerResponse, path: string): Promise<void> {
    try {
      const text = await readText(request)
      const body = (text === '' ? {} : JSON.parse(text)) as Claims
      sendJson(response, 200, await this.#answer(`${request.method} ${path}`, path, body))
    } catch (error) {
      if (!(error instanceof EditorRefusal)) throw error
      sendJson(response, 403, { code: error.code, description: error.description })
    }
  }

  async #answer(route: string, path: string, body: Claims): Promise<unknown> {
    if (route === 'POST /fake/history') return historyPreview(this.#server, body)
    if (route === 'POST /fake/editors')
      return describe(await this.#server.open(body as unknown as EditorConfiguration))
    const [, id = '', act] = EDITOR_PATH.exec(path) ?? []
    const editor = this.#server.editors.get(id)
    if (!editor) throw new EditorRefusal(404, 'no such editor')
    return this.#act(editor, act, body)
  }

  async #act(editor: Editor, act: string | undefined, body: Claims): Promise<unknown> {
    if (act === 'close') return { delivered: await editor.close() }
    if (act === 'force-save') return editor.forceSave(numberOr(body.type, 1), textOf(body.userdata))
    if (act === 'edit') editor.edit(String(body.text), { padding: numberOr(body.padding, 0) })
    return describe(editor)
  }
}

const numberOr = (value: unknown, fallback: number): number =>
  typeof value === 'number' ? value : fallback

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : undefined
