import { readFile } from 'node:fs/promises'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import type { CommandService } from './command_service.js'
import { ControlApi, sendJson } from './control_api.js'
import { Converter } from './converter.js'
import { OutputDownloads } from './output_downloads.js'
import type { FakeDocumentServer } from './server.js'

const WEB: Record<string, [file: string, type: string]> = {
  '/web-apps/apps/api/documents/api.js': ['api.js', 'application/javascript'],
  '/web-apps/apps/documenteditor/main/index.html': ['editor.html', 'text/html'],
  '/web-apps/apps/documenteditor/main/editor.js': ['editor.js', 'application/javascript'],
}

/** Which path of the server is answered by whom. */
export class HttpFront {
  readonly #ordered: Record<string, CommandService | Converter>
  readonly #downloads: OutputDownloads
  readonly #control: ControlApi
  readonly #now: () => number

  constructor(server: FakeDocumentServer, commands: CommandService) {
    this.#now = server.services.now
    this.#downloads = new OutputDownloads(server.services)
    this.#control = new ControlApi(server)
    const converter = new Converter(server.services)
    this.#ordered = {
      ...{ '/command': commands, '/coauthoring/CommandService.ashx': commands },
      ...{ '/converter': converter, '/ConvertService.ashx': converter },
    }
  }

  readonly listener: RequestListener = (request, response) => {
    response.setHeader('Date', new Date(this.#now()).toUTCString())
    this.#handle(request, response).catch((error: unknown) => {
      if (response.headersSent) return void response.destroy()
      sendJson(response, 500, { error: error instanceof Error ? error.message : String(error) })
    })
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', `http://${request.headers.host ?? '127.0.0.1'}`)
    const { pathname } = url
    if (pathname.startsWith('/cache/files/')) return this.#downloads.handle(response, url)
    if (pathname.startsWith('/fake/')) return this.#control.handle(request, response, pathname)
    const page = WEB[pathname]
    if (page) return this.#serve(response, ...page)
    const ordered = this.#ordered[pathname]
    if (!ordered) return void response.writeHead(404).end()
    const { authorization } = request.headers
    sendJson(response, 200, await ordered.handle(pathname, await text(request), authorization))
  }

  async #serve(response: ServerResponse, file: string, type: string): Promise<void> {
    const body = await readFile(new URL(`web/${file}`, import.meta.url))
    response.writeHead(200, { 'Content-Type': `${type}; charset=utf-8` }).end(body)
  }
}
