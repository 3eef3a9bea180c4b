/**
 * Where work that has no time for everything at once goes on the next time, so that it comes to everything. Each node
 * goes around by itself, from the beginning after a start.
 */
export class RoundPlaces {
  readonly #places = new Map<string, number>()

  of(work: string): number {
    return this.#places.get(work) ?? 0
  }

  /** @param place the id that was the last to be come to */
  note(work: string, place: number): void {
    this.#places.set(work, place)
  }
}
