import type { Router } from '@adonisjs/core/http'
import { t } from '#kernel/contracts/main'
import { pageDescription } from '#kernel/descriptions/main'

const PagesController = () => import('../controllers/pages_controller.js')

const shape = t.object({
  pages: t.array(pageDescription, { description: 'In the order of the plugins' }),
})

export default function pageRoutes(router: Router) {
  router
    .get('pages', [PagesController, 'index'])
    .signedIn('everybody may see the pages whose menus they have')
    .contract({
      summary: 'Pages that plugins describe',
      description:
        'A front end shows list, form, detail, tree and lines of each without code of its own. Only pages whose menu asks for no permission, or for one that is held.',
      answer: shape,
    })
}
