import v8 from 'node:v8'
import vm from 'node:vm'

type Collect = (options: { execution: 'sync'; type: 'major'; flavor: 'last-resort' }) => void

/**
 * Gives back what booting needed and serving does not: some 40 MiB that V8 would otherwise keep, since it shrinks its
 * heap only under pressure. Takes about a tenth of a second, once.
 */
export function releaseBootMemory(): void {
  v8.setFlagsFromString('--expose-gc')
  const collect = vm.runInNewContext('gc') as Collect
  v8.setFlagsFromString('--no-expose-gc')
  collect({ execution: 'sync', type: 'major', flavor: 'last-resort' })
}
