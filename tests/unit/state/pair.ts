import { test } from '@japa/runner'
import type { Node } from './node.js'

/** Two processes that share one state, or one process twice where it is alone. */
export interface Pair {
  here: Node
  there: Node
  close(): Promise<void>
}

export type Start = () => Promise<Pair>

/** A group with a pair of its own. */
export function suite(title: string, start: Start, define: (pair: () => Pair) => void) {
  test.group(title, (group) => {
    let pair: Pair | undefined
    group.setup(async () => {
      pair = await start()
      return () => pair?.close()
    })
    define(() => pair!)
  })
}

let named = 0
export const unique = () => `key-${process.pid}-${++named}`
