import type { Router } from '@adonisjs/core/http'
import { t } from '#kernel/http/shape'

const TicketController = () => import('./controllers/ticket_controller.js')

export default function routes(router: Router) {
  router
    .group(() => {
      router
        .post('ticket', [TicketController, 'store'])
        .signedIn('everybody may open a socket for themselves')
        .contract({
          summary: 'Draw a one-time ticket for the WebSocket',
          answer: t.object({ ticket: t.text(), expiresIn: t.integer() }),
        })
    })
    .prefix('/app/im')
}
