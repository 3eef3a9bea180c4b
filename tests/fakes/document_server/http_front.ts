import { readFile } from 'node:fs/promises'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { CommandService } from './command_service.js'
import { ControlApi } from './control_api.js'
import { Converter } from './converter.js'
import { readText, sendJson } from './http_messages.js'
import { OutputDownloads } from './output_downloads.js'
import type { FakeDocumentServer } from './server.js'

const WEB: Record<string, [file: string, type: string]> = {
  '/web-apps/apps/api/documents/api.js': ['api.js', 'application/javascript'],
  '/web-apps/apps/documenteditor/main/index.html': ['editor.html', 'text/html'],
  '/web-apps/apps/documenteditor/main/editor.js': ['editor.js', 'application/javascript'],
}

const CONVERTER_PATHS = ['/converter', '/ConvertService.ashx']
const COMMAND_PATHS = ['/command', '/coauthoring/CommandService.ashx']

/** Which path of the server is answered by whom. */
export class HttpFront {
  readonly #commands: CommandService
  readonly #downloads: OutputDownloads
  readonly #control: ControlApi
  readonly #converter: Converter
  readonly #now: () => number

  constructor(server: FakeDocumentServer, commands: CommandService) {
    this.#now = server.services.now
    this.#commands = commands
    this.#downloads = new OutputDownloads(server.store, server.faults, server.log)
    this.#control = new ControlApi(server)
    this.#converter = new Converter(server.services)
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
    if (pathname === '/healthcheck') return void response.writeHead(200).end('true')
    if (pathname.startsWith('/cache/files/')) return this.#downloads.handle(request, response, url)
    if (pathname.startsWith('/fake/')) return this.#control.handle(request, response, pathname)
    if (CONVERTER_PATHS.includes(pathname)) return this.#convert(request, response, pathname)
    if (COMMAND_PATHS.includes(pathname)) return this.#command(request, response, pathname)
    const page = WEB[pathname]
    if (page) return this.#serve(response, ...page)

    response.writeHead(404).end()
  }

  async #command(request: IncomingMessage, response: ServerResponse, path: string): Promise<void> {
    const body = await readText(request)
    sendJson(response, 200, await this.#commands.handle(path, body, request.headers.authorization))
  }

  async #convert(request: IncomingMessage, response: ServerResponse, path: string): Promise<void> {
    const body = await readText(request)
    const { authorization } = request.headers
    sendJson(response, 200, await this.#converter.handle(path, body, authorization))
  }

  async #serve(response: ServerResponse, file: string, type: string): Promise<void> {
    const body = await readFile(new URL(`web/${file}`, import.meta.url))
    response.writeHead(200, { 'Content-Type': `${type}; charset=utf-8` }).end(body)
  }
}
