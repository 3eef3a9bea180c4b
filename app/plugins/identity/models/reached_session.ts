import { compose } from '@adonisjs/core/helpers'
import { unaudited } from '#kernel/auditing/main'
import { unscoped } from '#kernel/data_scope/main'
import Session from './session.js'

/** Sessions for lists of others’: a session has no department, so they ask for that of its person. */
export default class ReachedSession extends compose(
  Session,
  unscoped('its list shows sessions of people within reach')
) {
  static table = 'sessions'
  static audit = unaudited('it only reads')
}
