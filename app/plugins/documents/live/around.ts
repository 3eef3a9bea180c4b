export const BATCH = 500

/** What a round goes through in its order, between two ids; from the beginning, or to the end, without one. */
export interface Between {
  after?: number
  upTo?: number
}

/**
 * Everything once, in batches: from where the last round stopped to the end, and then from the beginning to there.
 *
 * @param place the id with which it stopped; 0 for none
 */
export async function* around<T extends { id: number }>(
  place: number,
  find: (between: Between) => Promise<T[]>
): AsyncGenerator<T[]> {
  yield* batches({ after: place || undefined }, find)
  if (place > 0) yield* batches({ upTo: place }, find)
}

async function* batches<T extends { id: number }>(
  { after, upTo }: Between,
  find: (between: Between) => Promise<T[]>
): AsyncGenerator<T[]> {
  let batch: T[]
  do {
    batch = await find({ after, upTo })
    if (batch.length > 0) yield batch
    after = batch.at(-1)?.id ?? after
  } while (batch.length > 0)
}
