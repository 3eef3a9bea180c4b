import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { PageFiles } from '#kernel/pages/page_files'

const client = (name: string) =>
  fileURLToPath(new URL(`../../../../clients/messaging/src/${name}`, import.meta.url))

const OWN_FILES = ['page.css', 'page.js', 'desk.js', 'log.js', 'session.js']
const MODULE = /^([a-z_]+)\.js$/

const transpiled = new Map<string, Promise<string>>()

export const demoFiles = new PageFiles(new URL('./assets/', import.meta.url), OWN_FILES)

/** The messaging client as browsers take it: from a build as it stands, from the sources without their types. */
export function clientModule(name: string): Promise<string> | undefined {
  const [, module] = MODULE.exec(name) ?? []
  if (!module) return undefined
  const [built, source] = [client(`${module}.js`), client(`${module}.ts`)]
  if (existsSync(built)) return readFile(built, 'utf8')
  if (!existsSync(source)) return undefined
  if (!transpiled.has(source)) transpiled.set(source, transpile(source))
  return transpiled.get(source)
}

/** Only sources come here, and where they run the compiler is installed. */
async function transpile(source: string): Promise<string> {
  const [{ default: typescript }, text] = [
    await import('typescript'),
    await readFile(source, 'utf8'),
  ]
  const { ESNext } = typescript.ScriptTarget
  const compilerOptions = { target: ESNext, module: typescript.ModuleKind.ESNext }
  return typescript.transpileModule(text, { compilerOptions }).outputText
}
