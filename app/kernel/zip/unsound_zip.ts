/** A package that is not taken apart; its message goes on after “The file”. */
export class UnsoundZip extends Error {}

/** @throws UnsoundZip */
export function unsound(what: string): never {
  throw new UnsoundZip(what)
}
