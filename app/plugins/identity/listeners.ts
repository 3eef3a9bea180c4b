import emitter from '@adonisjs/core/services/emitter'
import { LoggedIn } from './events/logged_in.js'

emitter.on(LoggedIn, [() => import('./notices/account_notices.js'), 'newLogin'])
