import router from '@adonisjs/core/services/router'

/** The named middleware a plugin may put on its routes. */
export const middleware = router.named({
  auth: () => import('./auth_middleware.js'),
  permission: () => import('../permissions/permission_middleware.js'),
  ownRows: () => import('../permissions/own_rows_middleware.js'),
  body: () => import('./body_middleware.js'),
})
