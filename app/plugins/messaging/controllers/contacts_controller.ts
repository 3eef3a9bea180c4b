import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { ok } from '#kernel/http/main'
import { ContactList } from '../queries/contact_list.js'
import { contactsValidator } from '../validators/messaging_validators.js'

export default class ContactsController {
  @inject()
  async index({ operator, request }: HttpContext, contacts: ContactList) {
    return ok(await contacts.find(operator.id, await request.validateUsing(contactsValidator)))
  }
}
