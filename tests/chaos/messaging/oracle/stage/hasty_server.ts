/** The service, in which what nodes say of themselves and their users counts for seconds only. */
import { ignite } from '../../../../../bin/app.js'

const { createHttpServer } = await import('#start/http_server')
const { endOnBootFailure } = await import('#kernel/boot/main')

await ignite()
  .tap((app) =>
    app.booted(() => {
      app.config.set('messaging.presenceSeconds', 12)
      app.config.set('messaging.nodeSeconds', 6)
    })
  )
  .httpServer()
  .start(createHttpServer)
  .catch(endOnBootFailure)
