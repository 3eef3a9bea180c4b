import { ignite } from './app.js'
import { createHttpServer } from '#start/http_server'
import { reportBootFailure } from '#kernel/plugins/boot_failure'

ignite().httpServer().start(createHttpServer).catch(reportBootFailure)
