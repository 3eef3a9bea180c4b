/** A package that is not taken apart; its message goes on after “The file”. */
export class UnsoundZip extends Error {}

/** @throws UnsoundZip */
export function unsound(what: string): never {
  throw new UnsoundZip(what)
}

/** A sound one, as far as it was looked at, of which more would have to be read than is. */
export class BeyondBounds extends UnsoundZip {}

/** @throws BeyondBounds */
export function beyondBounds(what: string): never {
  throw new BeyondBounds(what)
}
