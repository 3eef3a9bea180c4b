import type { Duplex } from 'node:stream'

const corked = new Set<Duplex>()

/** What is written to a stream until the next tick goes out in one system call. */
export function cork(stream: Duplex): void {
  if (corked.has(stream)) return
  if (corked.size === 0) process.nextTick(uncorkAll)
  corked.add(stream)
  stream.cork()
}

function uncorkAll(): void {
  const streams = [...corked]
  corked.clear()
  for (const stream of streams) stream.uncork()
}
