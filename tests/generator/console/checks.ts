/** Checks that go on after one of them failed, so that a run tells all that is wrong. */
export class Checks {
  readonly failures: string[] = []

  async run(title: string, work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      this.failures.push(`${title}: ${(error as Error).message}`)
    }
  }
}

export function expect(holds: boolean, what: string): asserts holds {
  if (!holds) throw new Error(what)
}

/** Whether two values are the same as JSON. */
export function isEqual(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/** The beginning of a value, for messages. */
export function shown(value: unknown): string {
  return (JSON.stringify(value) ?? 'nothing').slice(0, 200)
}
