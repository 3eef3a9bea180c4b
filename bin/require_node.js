/*
 * Plain JavaScript for any Node.js from 18 on: when the running version is older than the project needs,
 * the same command is run again with the Node.js that `bin/launch.js` keeps in `.runtime/`.
 */
import { existsSync } from 'node:fs'
import { NEEDED_MAJOR, isRecentEnough, ownNode, projectEnvironment } from './runtime.js'
import { runInForeground } from './launcher/foreground.js'

if (!isRecentEnough()) {
  if (!existsSync(ownNode())) {
    process.stderr.write(
      `Chancery needs Node.js ${NEEDED_MAJOR} or later, and this is ${process.version}. Run "npm start" or "npm test" once: they bring it along.\n`
    )
    process.exit(1)
  }
  await runInForeground(ownNode(), process.argv.slice(1), { env: projectEnvironment() })
}
