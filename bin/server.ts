import './recent_node.js'

/** What people upload, and what is kept of it, is read by nobody else on the machine: whoever starts it says who of its group. */
function keepFilesPrivate(): void {
  process.umask(process.umask() | 0o007)
}

const { keepCompiledCode } = await import('./compile_cache.js')

keepCompiledCode()
keepFilesPrivate()

const { ignite } = await import('./app.js')
const { createHttpServer } = await import('#kernel/provider/main')
const { endOnBootFailure } = await import('#kernel/boot/main')

ignite().httpServer().start(createHttpServer).catch(endOnBootFailure)
