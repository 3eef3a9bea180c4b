import { randomBytes } from 'node:crypto'
import app from '@adonisjs/core/services/app'
import { announce } from '#kernel/boot/main'
import { E_MISSING_SETTING } from '#kernel/settings/main'
import type { IdentityConfig } from '../../identity_config.js'
import { weaknessOf } from '../../login/password_rule.js'
import { PasswordHashing } from '../../login/password_hashing.js'
import User from '../../models/user.js'

export const ADMINISTRATOR = 'admin'

/** Makes the first administrator where there is none; outside production the password may be made up. */
export default async function seedFirstAdministrator() {
  if (await User.findBy('username', ADMINISTRATOR)) return

  const given = app.config.get<IdentityConfig>('identity').adminPassword?.release()
  if (!given && app.inProduction) {
    throw new E_MISSING_SETTING(
      'ADMIN_PASSWORD is not set; set it to the password of the first administrator, "admin".'
    )
  }

  if (given && app.inProduction) assertGiven(given)

  const password = given ?? randomBytes(12).toString('base64url')
  const hashing = await app.container.make(PasswordHashing)
  await User.create({
    username: ADMINISTRATOR,
    nickname: 'Administrator',
    password: await hashing.make(password),
    status: 'enabled',
  })
  const known = given ? 'as in ADMIN_PASSWORD' : password
  const text = `The first administrator: username ${ADMINISTRATOR}, password ${known}`
  await announce(app, text, { username: ADMINISTRATOR })
}

/** @throws E_MISSING_SETTING */
function assertGiven(password: string): void {
  const weakness = weaknessOf(password, [ADMINISTRATOR])
  if (weakness) throw new E_MISSING_SETTING(`ADMIN_PASSWORD is too weak. ${weakness}.`)
}
