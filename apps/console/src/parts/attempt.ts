import { tell } from './tell'

/** Runs what a button does: says what it is refused for, and then shows what is there now. */
export async function attempt(work: () => unknown, refresh?: () => unknown): Promise<void> {
  try {
    await work()
  } catch (error) {
    tell(error)
  } finally {
    void refresh?.()
  }
}
