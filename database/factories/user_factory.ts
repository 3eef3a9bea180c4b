import app from '@adonisjs/core/services/app'
import Factory from '@adonisjs/lucid/factories'
import { PasswordHashing, User } from '#plugins/identity/main'

/** Of every user that the factory makes. */
export const PASSWORD = 'correct horse battery'

let made = 0
let hashed: Promise<string> | undefined

/** A name that no other user has. */
export function freshName(prefix = 'operator'): string {
  made += 1
  return `${prefix}-${process.pid}-${made}`
}

/** It takes longer than all else, and is the same for all. */
async function hashedOnce(): Promise<string> {
  const hashing = await app.container.make(PasswordHashing)
  hashed ??= hashing.make(PASSWORD)
  return hashed
}

/** Enabled users with `PASSWORD`. */
export const UserFactory = Factory.define(User, async () => {
  const username = freshName()
  return { username, nickname: username, status: 'enabled' as const, password: await hashedOnce() }
}).build()
