import { FairTurns, type Place } from '#kernel/threads/fair_turns'

type Run = (this: FairTurns, place: Place, ...more: unknown[]) => Promise<unknown>

/** In which lines turns were asked for meanwhile, one for each time, and how often nothing came of it. */
export function watchedTurns() {
  const seen = { lines: [] as string[], failed: 0 }
  const { run } = FairTurns.prototype
  const watched: Run = function (this: FairTurns, place, ...more) {
    const done = (run as Run).call(this, place, ...more)
    seen.lines.push(place.at(-1)!)
    done.catch(() => (seen.failed += 1))
    return done
  }
  FairTurns.prototype.run = watched as typeof run
  return { seen, restore: () => void (FairTurns.prototype.run = run) }
}
