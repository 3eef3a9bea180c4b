import {
  argumentsOf,
  callOf,
  type Node,
  propertyOf,
  type SourceFile,
  unknownShape,
} from './source_nodes.js'

/** Adds the preset of the plugins, and the commands and providers that are missing, to `adonisrc.ts`. */
export function mountPlugins(source: SourceFile, commands: string[], providers: string[]): void {
  const lazy = (modules: string[]) => modules.map((path) => `() => import('${path}')`)
  addToList(source, 'presets', ['mountPlugins(plugins)'])
  addToList(source, 'commands', lazy(commands))
  addToList(source, 'providers', lazy(providers))
  source.addImportDeclaration({
    namedImports: ['mountPlugins'],
    moduleSpecifier: '#kernel/plugins/main',
  })
  source.addImportDeclaration({ defaultImport: 'plugins', moduleSpecifier: '#config/plugins' })
}

/** Has `start/env.ts` read the settings of Chancery and of the plugins, too. */
export function readSettings(source: SourceFile): void {
  const call = callOf(source, 'Env.create')
  const [root, own] = argumentsOf(call).map((one) => one.getText())
  call.replaceWithText(`createEnv(${root}, plugins, ${own})`)
  source.addImportDeclaration({ defaultImport: 'plugins', moduleSpecifier: '#config/plugins' })
  source.addImportDeclaration({
    namedImports: ['createEnv'],
    moduleSpecifier: '#kernel/settings/main',
  })
}

const MIDDLEWARE = `import {
  exceptionHandler,
  forUndeclaredRoutes,
  routerMiddleware,
  serverMiddleware,
} from '#kernel/provider/main'`

/** Puts the middleware of Chancery first in `start/kernel.ts`; those of the application stay, for its own routes. */
export function addMiddleware(source: SourceFile): void {
  const [handler] = argumentsOf(callOf(source, 'server.errorHandler'))
  handler!.replaceWithText('exceptionHandler')
  const [ofServer] = argumentsOf(callOf(source, 'server.use'))
  ofServer!.replaceWithText(`[\n  ...serverMiddleware,${without(ofServer!, 'cors_middleware')}`)
  const [ofRouter] = argumentsOf(callOf(source, 'router.use'))
  const own = without(ofRouter!, 'initialize_auth_middleware')
  ofRouter!.replaceWithText(`[\n  ...routerMiddleware,\n  ...forUndeclaredRoutes([${own}),\n]`)
  const last = source.getImportDeclarations().at(-1)!
  source.insertText(last.getEnd(), `\n${MIDDLEWARE}`)
}

/** Adds the guard of operators to `config/auth.ts`; the default stays. */
export function addGuard(source: SourceFile): void {
  const guards = propertyOf(source, 'guards')
  if (!guards) throw unknownShape(source, 'guards: { … }')
  const guard = `{
    // Of Chancery's operators; the types of ctx.auth are those of the guards below.
    ...({ jwt: operatorGuard() } as object),`
  guards.replaceWithText(guards.getText().replace('{', guard))
  source.addImportDeclaration({
    namedImports: [{ name: 'sessionGuard', alias: 'operatorGuard' }],
    moduleSpecifier: '#plugins/identity/main',
  })
}

function addToList(source: SourceFile, name: string, entries: string[]): void {
  const property = propertyOf(source, name)
  if (!property) {
    const [config] = argumentsOf(callOf(source, 'defineConfig'))
    const list = `\n  ${name}: [${entries.join(', ')}],\n`
    config!.replaceWithText(config!.getText().replace('{', `{${list}`))
    return
  }
  const text = property.getText()
  const missing = entries.filter((entry) => !text.includes(entry))
  if (missing.length === 0) return
  const lines = missing.map((entry) => `    ${entry},\n`).join('')
  const listed = text.slice(0, -1).trimEnd()
  const comma = /[[,]$/.test(listed) ? '' : ','
  property.replaceWithText(`${listed}${comma}\n${lines}  ]`)
}

/** The rest of a list, without the entry of a module that the list of Chancery has. */
const without = (list: Node, module: string) =>
  list
    .getText()
    .slice(1)
    .replace(new RegExp(`\\n[^\\n]*${module}'\\),?`), '')
