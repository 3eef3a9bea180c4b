import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

/** No name in it begins with a dot, so none leads upwards. */
const MODULE = /^((?:[A-Za-z_]\w*\/)*[A-Za-z_][\w.]*)\.js$/

/** The modules of one of the clients as browsers take them: from a build as they stand, from the sources without their types. */
export class ClientModules {
  readonly #transpiled = new Map<string, Promise<string>>()
  readonly #folder: URL

  /** @param client the client's folder beneath `clients` */
  constructor(client: string) {
    this.#folder = new URL(`../../../clients/${client}/src/`, import.meta.url)
  }

  /** @param name with folders, such as `core/client.js`; `undefined` where there is none of this name */
  sourceOf(name: string): Promise<string> | undefined {
    const [, module] = MODULE.exec(name) ?? []
    if (!module) return undefined
    const [built, source] = [this.#path(`${module}.js`), this.#path(`${module}.ts`)]
    if (existsSync(built)) return readFile(built, 'utf8')
    if (!existsSync(source)) return undefined
    if (!this.#transpiled.has(source)) this.#transpiled.set(source, transpile(source))
    return this.#transpiled.get(source)
  }

  #path(name: string): string {
    return fileURLToPath(new URL(name, this.#folder))
  }
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
