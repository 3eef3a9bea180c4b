/*
 * Plain JavaScript for any Node.js from 20 on: when the running version is older than the project needs,
 * the same command is run again with the Node.js that `bin/launch.js` keeps in `.runtime/`.
 */
import { existsSync } from 'node:fs'
import { spawn } from 'node:child_process'
import { ownNode, isRecentEnough } from './runtime.js'

if (!isRecentEnough()) {
  const node = ownNode()
  if (!existsSync(node)) {
    console.error(
      `Chancery needs Node.js 24 or later, and this is ${process.version}. Run "npm start" or "npm test" once: they bring it along.`
    )
    process.exit(1)
  }
  const child = spawn(node, process.argv.slice(1), { stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  const code = await new Promise((resolve) => child.on('exit', (exit, signal) => resolve(exit ?? (signal ? 1 : 0))))
  process.exit(code)
}
