import router from '@adonisjs/core/services/router'
import server from '@adonisjs/core/services/server'
import { exceptionHandler, routerMiddleware, serverMiddleware } from '#kernel/provider/main'

server.errorHandler(exceptionHandler)
server.use(serverMiddleware)
router.use(routerMiddleware)
