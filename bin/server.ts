import './recent_node.js'

const { keepCompiledCode } = await import('./compile_cache.js')

keepCompiledCode()

const { ignite } = await import('./app.js')
const { createHttpServer } = await import('#start/http_server')
const { endOnBootFailure } = await import('#kernel/plugins/boot_failure')
const { outliveOutput } = await import('#kernel/plugins/log_output')

outliveOutput()
ignite().httpServer().start(createHttpServer).catch(endOnBootFailure)
