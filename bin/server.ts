import './recent_node.js'

/** What people upload, and what is kept of it, is read by nobody else on the machine: whoever starts it says who of its group. */
function keepFilesPrivate(): void {
  process.umask(process.umask() | 0o007)
}

const { keepCompiledCode } = await import('./compile_cache.js')

keepCompiledCode()
keepFilesPrivate()

const { ignite } = await import('./app.js')
const { endOnBootFailure } = await import('#kernel/boot/main')
const { sayLastWords } = await import('#kernel/boot/main')
const { outliveOutput } = await import('#kernel/boot/main')

outliveOutput()
sayLastWords()
/** What it imports asks for services of the application, which must be there. */
let httpServer: typeof import('#start/http_server')
ignite()
  .tap((app) => app.booted(async () => void (httpServer = await import('#start/http_server'))))
  .httpServer()
  .start((listener) => httpServer.createHttpServer(listener))
  .catch(endOnBootFailure)
