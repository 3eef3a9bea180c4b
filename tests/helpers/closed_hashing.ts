import hash from '@adonisjs/core/services/hash'

/** Hashing that waits until it is opened, and counts. */
export function closedHashing() {
  const verify = hash.verify.bind(hash)
  const gate = Promise.withResolvers<void>()
  const hashing = { evaluated: 0, open: gate.resolve, restore: () => void (hash.verify = verify) }
  hash.verify = async (...args) => {
    hashing.evaluated += 1
    await gate.promise
    return verify(...args)
  }
  return hashing
}
