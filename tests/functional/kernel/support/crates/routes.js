import db from '@adonisjs/lucid/services/db'
import { cratePermissions } from './permissions.js'

export default (router) => {
  router
    .get('/app/crates', () => db.from('crates').select('id'))
    .permission(cratePermissions.list)
    .contract({ summary: 'List crates' })
}
