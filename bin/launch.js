/*
 * `npm start` and `npm test` on a machine that has only Node.js and npm: brings Node.js 24 (where the machine's
 * is older) and the packages along, then hands over. Plain JavaScript without dependencies, for any Node.js from 18.
 */
import { readFileSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT, projectEnvironment, projectNode } from './runtime.js'
import { buildConsole, ensureConsole } from './launcher/console_build.js'
import { ensureDependencies } from './launcher/dependencies.js'
import { LaunchFailure } from './launcher/failure.js'
import { runInForeground } from './launcher/foreground.js'
import { toolScript } from './launcher/packages.js'
import { BUILD_FOLDER, build, ensureBuild } from './launcher/production_build.js'

const typescript = '--import=./bin/typescript.js'

/** What serves the console, or copies it. */
const WITH_CONSOLE = ['serve', 'test', 'build']

const commands = {
  serve: (args) =>
    isProduction() ? serveBuild(args) : node([typescript, 'bin/server.ts', ...args]),
  test: (args) => node([typescript, 'bin/test.ts', ...args], { NODE_ENV: 'test' }),
  build,
  ace: (args) => node(['ace.js', ...args]),
  script: (args) => node([typescript, ...args]),
  exec: ([tool, ...args]) => node([requireTool(tool), ...args]),
  console: buildConsole,
  prepare: async () => {},
}

async function serveBuild(args) {
  await ensureBuild()
  const env = { NODE_ENV: 'production', ENV_PATH: process.env.ENV_PATH ?? ROOT }
  await node([join(BUILD_FOLDER, 'bin/server.js'), ...args], env)
}

function node(args, env) {
  return runInForeground(projectNode(), args, { cwd: ROOT, env: projectEnvironment(env) })
}

/** As the application decides: the environment first, then the .env file. */
function isProduction() {
  const fromFile = () =>
    /^NODE_ENV\s*=\s*["']?(\w+)/m.exec(readFileSync(join(ROOT, '.env'), 'utf8'))?.[1]
  const name = process.env.NODE_ENV || (existsSync(join(ROOT, '.env')) && fromFile())
  return ['production', 'prod'].includes(name)
}

function requireTool(name) {
  const script = name && toolScript(name, ROOT)
  if (!script) throw new LaunchFailure(`No package of the project brings a tool "${name ?? ''}".`)
  return script
}

async function launch([name, ...args]) {
  const command = Object.hasOwn(commands, name ?? '') && commands[name]
  if (!command)
    throw new LaunchFailure(`Usage: node bin/launch.js ${Object.keys(commands).join('|')} […]`)
  await ensureDependencies()
  if (WITH_CONSOLE.includes(name)) await ensureConsole()
  await command(args)
}

await launch(process.argv.slice(2)).catch((error) => {
  if (!(error instanceof LaunchFailure)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = error.exitCode
})
