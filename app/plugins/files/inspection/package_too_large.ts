import { E_FILE_UNSAFE } from '../errors.js'

/** A package beyond the bounds within which it is looked into; whether it is a sound one is not known. */
export class PackageTooLarge extends E_FILE_UNSAFE {}

export function refuseLarge(reason: string): never {
  throw new PackageTooLarge(`The file ${reason}`)
}
