/** Somebody came, or left: once, or several times without the other between. */
export interface Turn {
  userId: number
  isComing: boolean
  isRepeated: boolean
}

/**
 * What one callback tells of people, so that each of them is judged a few times at most: their turns in order, without those
 * after which all is as it was after the same before. What is told of others makes no difference to anybody.
 *
 * @returns the first turn of everybody, the second of those who have one, and so on
 */
export function roundsOf(moves: readonly Omit<Turn, 'isRepeated'>[]): Turn[][] {
  const byPerson = Map.groupBy(moves, ({ userId }) => userId)
  const all = [...byPerson.values()].map((theirs) => telling(inRuns(theirs)))
  const longest = Math.max(0, ...all.map(({ length }) => length))
  return Array.from({ length: longest }, (_, at) => all.flatMap((turns) => turns[at] ?? []))
}

function inRuns(moves: readonly Omit<Turn, 'isRepeated'>[]): Turn[] {
  const runs: Turn[] = []
  for (const { userId, isComing } of moves) {
    const last = runs.at(-1)
    if (last?.isComing === isComing) last.isRepeated = true
    else runs.push({ userId, isComing, isRepeated: false })
  }
  return runs
}

/** The last is what remains. */
function telling(runs: readonly Turn[]): Turn[] {
  const kept: Turn[] = []
  for (const run of runs) {
    const before = kept.at(-1)
    const isLast = run === runs.at(-1)
    if (!isLast && kept.some((one) => tellsAll(one, run))) continue
    if (before?.isComing === run.isComing) before.isRepeated ||= run.isRepeated
    else kept.push(run)
  }
  return kept
}

/** Coming again changes nothing; of leaving again, that they had come unheard is told. */
function tellsAll(one: Turn, { isComing, isRepeated }: Turn): boolean {
  return one.isComing === isComing && (isComing || one.isRepeated || !isRepeated)
}
