import { E_BAD_REQUEST } from '#kernel/errors/main'

/** Pieces on average smaller than this cost more than what is in them. */
const SMALLEST_PIECES = 16
const FEW_PIECES = 128

/**
 * Counts the pieces in which a body comes.
 *
 * @throws E_BAD_REQUEST for a body in crumbs
 */
export class Pieces {
  /** bytes */
  size = 0
  #count = 0

  add(piece: Buffer): void {
    this.size += piece.length
    this.#count += 1
    if (this.#count > FEW_PIECES + this.size / SMALLEST_PIECES)
      throw new E_BAD_REQUEST('Send the body in fewer pieces')
  }
}
