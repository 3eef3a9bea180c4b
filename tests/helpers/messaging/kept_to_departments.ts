import app from '@adonisjs/core/services/app'
import { People } from '#plugins/identity/main'
import {
  ConfiguredContactRule,
  ContactRule,
} from '../../../app/plugins/messaging/rosters/contact_rule.js'

/** Only people of one department may write to each other, until the teardown. */
export async function keptToDepartments(): Promise<() => void> {
  const rule = await app.container.make(ContactRule)
  const strict = new ConfiguredContactRule('department', new People())
  rule.among = (userId, others) => strict.among(userId, others)
  return () => Reflect.deleteProperty(rule, 'among')
}
