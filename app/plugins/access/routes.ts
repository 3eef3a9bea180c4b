import type { Router } from '@adonisjs/core/http'
import { numericId } from '#kernel/http/main'
import departmentRoutes from './routes/department_routes.js'
import menuRoutes from './routes/menu_routes.js'
import pageRoutes from './routes/page_routes.js'
import permissionRoutes from './routes/permission_routes.js'
import positionRoutes from './routes/position_routes.js'
import roleRoutes from './routes/role_routes.js'
import securityRoutes from './routes/security_routes.js'
import systemRoutes from './routes/system_routes.js'
import userRoutes from './routes/user_routes.js'

export default function routes(router: Router) {
  router
    .group(() => {
      userRoutes(router)
      roleRoutes(router)
      menuRoutes(router)
      departmentRoutes(router)
      positionRoutes(router)
      permissionRoutes(router)
      pageRoutes(router)
      securityRoutes(router)
      systemRoutes(router)
    })
    .prefix('/app/system')
    .where('id', numericId)
}
