import { compose } from '@adonisjs/core/helpers'
import { unaudited } from '#kernel/auditing/main'
import { unscoped } from '#kernel/data_scope/main'
import SecurityEvent from './security_event.js'

/** Security events for lists: some name an account alone, which is nobody’s until it is looked up. */
export default class ReachedSecurityEvent extends compose(
  SecurityEvent,
  unscoped('its lists show events of people within reach, or one’s own')
) {
  static table = 'security_events'
  static audit = unaudited('it only reads')
}
