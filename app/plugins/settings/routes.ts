import type { Router } from '@adonisjs/core/http'
import dictionaryRoutes from './routes/dictionary_routes.js'
import settingRoutes from './routes/setting_routes.js'

export default function routes(router: Router) {
  settingRoutes(router)
  dictionaryRoutes(router)
}
