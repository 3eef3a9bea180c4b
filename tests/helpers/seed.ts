const USUAL = 20_261_128

/** Seed of what tests draw at random: `TEST_SEED`, else always the same, so that each run tries the same cases. */
export function testSeed(): number {
  return Number(process.env.TEST_SEED ?? USUAL)
}
