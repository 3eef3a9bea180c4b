import { inject } from '@adonisjs/core'
import type { Infer } from '@vinejs/vine/types'
import { emailTaken, PasswordHashing, User } from '#plugins/identity/main'
import { currentOperator } from '#kernel/acting/main'
import { say } from '#kernel/languages/main'
import { AdminTransaction, type Change } from '../rules/admin_transaction.js'
import { addLinks, userRoles } from '../rules/links.js'
import { rolesNamed, refuseDuplicate } from '../rules/references.js'
import { assertPosition } from '../rules/user_position.js'
import { assertPlace } from '../rules/user_rules.js'
import type { createUserValidator } from '../validators/user_validators.js'

type NewUser = Infer<typeof createUserValidator>

/** Creates a user; without a department they join that of who creates them. Resolves to the id. */
@inject()
export class CreateUser {
  constructor(
    private readonly administration: AdminTransaction,
    private readonly hashing: PasswordHashing
  ) {}

  async handle(given: NewUser): Promise<number> {
    const hashed = await this.hashing.make(given.password)
    return this.administration.ofUsers((change) => this.#create(given, hashed, change))
  }

  async #create(given: NewUser, hashed: string, { trx, snapshot, rule }: Change): Promise<number> {
    const { roleIds = [], departmentId = currentOperator().departmentId, ...values } = given
    assertPlace(departmentId, snapshot)
    await assertPosition(values.positionId, trx)
    const roles = rolesNamed(roleIds, snapshot)

    const username = User.normalize(given.username)
    const filled = { status: 'enabled' as const, nickname: username, ...values }
    const user = await User.create(
      { ...filled, username, password: hashed, departmentId },
      { client: trx }
    )
      .catch(emailTaken)
      .catch(refuseDuplicate('username', say`There is already a user "${username}"`))
    rule.assertPerson(user, roles)
    await addLinks(trx, userRoles, user.id, roleIds)
    return user.id
  }
}
