import emitter from '@adonisjs/core/services/emitter'
import { LoggedIn } from '#plugins/identity/main'

emitter.on(LoggedIn, [() => import('./listeners/record_login.js'), 'handle'])
