import type { Text } from '#kernel/languages/main'

/** A package that is not taken apart; its message goes on after “The file”. */
export class UnsoundZip extends Error {
  constructor(readonly said: Text) {
    super(String(said))
  }
}

/** @throws UnsoundZip */
export function unsound(what: Text): never {
  throw new UnsoundZip(what)
}

/** A sound one, as far as it was looked at, of which more would have to be read than is. */
export class BeyondBounds extends UnsoundZip {}

/** @throws BeyondBounds */
export function beyondBounds(what: Text): never {
  throw new BeyondBounds(what)
}
