/**
 * Sets the clock of this machine forth or back, as who looks after it or NTP does; what counts by itself
 * (`performance.now`, timers) goes on. For a set-up: until the teardown.
 */
export function setClock(ms: number): () => void {
  const { now } = Date
  Date.now = () => now.call(Date) + ms
  return () => void (Date.now = now)
}
