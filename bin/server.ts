import { ignite } from './app.js'
import { createHttpServer } from '#start/http_server'
import { endOnBootFailure } from '#kernel/plugins/boot_failure'

ignite().httpServer().start(createHttpServer).catch(endOnBootFailure)
