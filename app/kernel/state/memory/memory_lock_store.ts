import type { LockStore } from '@adonisjs/lock/types'
import { errors } from '@adonisjs/lock'
import { ExpiringMap } from './expiring_map.js'

/**
 * Locks of a process that is alone. Ours, because the library's own forgets who holds a lock that was taken over
 * after its time was up.
 */
export class MemoryLockStore implements LockStore {
  readonly #owners = new ExpiringMap<string>()

  async save(key: string, owner: string, ttl: number | null | undefined): Promise<boolean> {
    if (this.#owners.get(key) !== undefined) return false
    this.#owners.set(key, owner, ttl ?? Number.POSITIVE_INFINITY)
    return true
  }

  async delete(key: string, owner: string): Promise<void> {
    this.#assertOwned(key, owner)
    this.#owners.delete(key)
  }

  async forceDelete(key: string): Promise<void> {
    this.#owners.delete(key)
  }

  async exists(key: string): Promise<boolean> {
    return this.#owners.get(key) !== undefined
  }

  async extend(key: string, owner: string, duration: number): Promise<void> {
    this.#assertOwned(key, owner)
    this.#owners.set(key, owner, duration)
  }

  #assertOwned(key: string, owner: string) {
    if (this.#owners.get(key) !== owner) throw new errors.E_LOCK_NOT_OWNED()
  }
}
