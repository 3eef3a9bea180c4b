/* node .ci/await_health.js <url> <seconds>: ends with 0 as soon as the address says UP, with 1 when it never does. */
const [url, seconds] = process.argv.slice(2)
const deadline = Date.now() + Number(seconds) * 1000

async function health() {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(2000) })
    return { ok: response.ok, text: await response.text() }
  } catch (error) {
    return { ok: false, text: String(error.cause ?? error) }
  }
}

let answer = await health()
while (!answer.ok && Date.now() < deadline) {
  await new Promise((resolve) => setTimeout(resolve, 100))
  answer = await health()
}
process.stdout.write(`${url} ${answer.text}\n`)
process.exitCode = answer.ok ? 0 : 1
