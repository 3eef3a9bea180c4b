/** What anybody of this process normalizes while some work is done. */
export async function normalizedDuring(work: () => unknown): Promise<string[]> {
  const texts: string[] = []
  const { normalize } = String.prototype
  String.prototype.normalize = function (this: string, form?: string) {
    texts.push(String(this))
    return normalize.call(this, form)
  }
  try {
    await work()
  } finally {
    String.prototype.normalize = normalize
  }
  return texts
}

/** How many marks follow each other at most. */
export function longestRunIn(texts: readonly string[]): number {
  const runs = texts.flatMap((text) => text.match(/\p{M}+/gu) ?? [])
  return Math.max(0, ...runs.map(({ length }) => length))
}

/** Marks that a normalization puts in another order one by one; so many that it takes the square of it. */
export function marksInDisorder(size: number): string {
  return '\u0301'.repeat(size / 2) + '\u0323'.repeat(size / 2)
}
