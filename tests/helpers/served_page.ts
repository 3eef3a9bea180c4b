import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import typescript from 'typescript'
import { baseUrl } from './download.js'
import { PROJECT } from './imports.js'

/** Serves a page of the service's origin that can import the HTTP client, compiled as it is published. */
export async function servePage(context: BrowserContext, name: string, html: string) {
  await serveClient(context)
  await context.route(`**/${name}`, (route) =>
    route.fulfill({ contentType: 'text/html', body: withClient(html) })
  )
}

/**
 * Shows such a page where the service itself has answered: what a test answers instead is to a browser a page from
 * elsewhere, which may load nothing of this machine.
 */
export async function showPage(page: Page, html: string) {
  await serveClient(page.context())
  await page.goto(`${baseUrl()}/actuator/health`)
  await page.setContent(withClient(html))
}

function withClient(html: string): string {
  const map = { imports: { '@chancery/http-client': '/http-client/index.js' } }
  return `<!doctype html><script type="importmap">${JSON.stringify(map)}</script>${html}`
}

function serveClient(context: BrowserContext) {
  return context.route('**/http-client/**', async (route) => {
    const [, path] = new URL(route.request().url()).pathname.split('/http-client/')
    const body = await compiled(join(PROJECT, 'clients/http/src', path!.replace(/\.js$/, '.ts')))
    return route.fulfill({ contentType: 'text/javascript', body })
  })
}

const alreadyCompiled = new Map<string, Promise<string>>()

/** Every tab asks for all of it. */
function compiled(source: string): Promise<string> {
  const known = alreadyCompiled.get(source) ?? compile(source)
  alreadyCompiled.set(source, known)
  return known
}

async function compile(source: string): Promise<string> {
  const { ESNext } = typescript.ScriptTarget
  const compilerOptions = { target: ESNext, module: typescript.ModuleKind.ESNext }
  return typescript.transpileModule(await readFile(source, 'utf8'), { compilerOptions }).outputText
}
