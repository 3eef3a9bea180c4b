/** A number that is known to lie between two. */
export interface Bound {
  least: number
  most: number
}

export const OPEN: Readonly<Bound> = { least: Infinity, most: Infinity }

/**
 * A part of a conversation that somebody sees: what comes after one `seq`, up to another. What was said while they came
 * or went is seen or not, as it happened.
 */
export class Stay {
  constructor(
    readonly after: Bound,
    readonly upTo: Bound = { ...OPEN }
  ) {}

  must(seq: number): boolean {
    return seq > this.after.most && seq <= this.upTo.least
  }

  may(seq: number): boolean {
    return seq > this.after.least && seq <= this.upTo.most
  }
}
