const LIVE_EVERY = 500
const LINE_EVERY = 15_000

/** Shows a long step and its elapsed time: in place on a terminal, line by line in a log. */
export async function withProgress(title, work) {
  const started = Date.now()
  const elapsed = () => `${((Date.now() - started) / 1000).toFixed(1)} s`
  const live = process.stderr.isTTY === true
  const show = (text) => process.stderr.write(live ? `\r\x1b[2K${text}` : `${text}\n`)

  show(`${title} …`)
  const ticker = setInterval(() => show(`${title} … ${elapsed()}`), live ? LIVE_EVERY : LINE_EVERY)
  try {
    const answer = await work()
    show(`${title}: done in ${elapsed()}`)
    return answer
  } catch (error) {
    show(`${title}: failed after ${elapsed()}`)
    throw error
  } finally {
    clearInterval(ticker)
    if (live) process.stderr.write('\n')
  }
}
