import emitter from '@adonisjs/core/services/emitter'
import { LoggedIn } from './events/logged_in.js'

emitter.on(LoggedIn, [() => import('./listeners/notify_of_new_login.js')])
