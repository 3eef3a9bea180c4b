import { resolve } from 'node:path'
import { parseArgs } from 'node:util'

export interface Options {
  suites: string[]
  /** Rounds of which the median counts; sizes of some suites grow with them, up to five. */
  rounds: number
  /** Of one load in one round. */
  seconds: number
  /** Another checkout, measured in the same rounds. */
  beside: string | null
}

const USAGE = 'Usage: npm run bench -- [--rounds 5] [--seconds 4] [--beside <checkout>] [<suite> …]'

/** @throws Error with the usage, for anything that is not understood */
export function readOptions(args: string[], known: readonly string[]): Options {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      rounds: { type: 'string', default: '5' },
      seconds: { type: 'string', default: '4' },
      beside: { type: 'string' },
    },
  })
  const [rounds, seconds] = [Number(values.rounds), Number(values.seconds)]
  const unknown = positionals.find((name) => !known.includes(name))
  if (unknown) throw new Error(`There is no suite "${unknown}"; choose of ${known.join(', ')}.`)
  if (!(Number.isInteger(rounds) && rounds > 0 && seconds > 0)) throw new Error(USAGE)
  return {
    suites: positionals.length > 0 ? positionals : [...known],
    rounds,
    seconds,
    beside: values.beside ? resolve(values.beside) : null,
  }
}

/** So much of what a full run takes, with fewer than five rounds. */
export const upTo = (most: number, { rounds }: Options) =>
  Math.ceil((most * Math.min(rounds, 5)) / 5)
