import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { freePort } from '../helpers/free_port.js'
import { PROJECT } from '../helpers/imports.js'
import { until } from '../helpers/until.js'
import { environment, outcomeOf, QUIET, type MadeProject } from './made_project.js'

const CLIENT = /^chancery-(http|messaging)-client-.*\.tgz$/
const NOT_ITS_SOURCES = /\/react\/(node_modules|dist|package-lock\.json)/

/** Builds the example on the typed clients that were packed with the project, and answers its folder. */
export async function builtExample({ home, tarball }: MadeProject): Promise<string> {
  const folder = join(home, 'react')
  const filter = (path: string) => !NOT_ITS_SOURCES.test(path)
  await cp(join(PROJECT, 'examples/react'), folder, { recursive: true, filter })
  const packed = dirname(tarball)
  const clients = (await readdir(packed)).filter((file) => CLIENT.test(file))
  const install = ['install', ...QUIET, ...clients.map((file) => join(packed, file))]
  for (const args of [install, ['run', 'build']]) {
    const { code, output } = await outcomeOf('npm', args, folder)
    if (code !== 0) throw new Error(output)
  }
  return folder
}

/** Serves the built example on one origin with a service, as a proxy does. */
export async function served(folder: string, service: string) {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const vite = join(folder, 'node_modules/vite/bin/vite.js')
  const args = ['preview', '--host', '127.0.0.1', '--port', String(port), '--strictPort']
  const env = { ...environment(), SERVICE_URL: service }
  const server = spawn(process.execPath, [vite, ...args], { cwd: folder, env, stdio: 'ignore' })
  await until(async () => (await fetch(url).catch(() => null))?.status === 200)
  return { url, close }

  async function close() {
    const ended = once(server, 'exit')
    server.kill('SIGTERM')
    await ended
  }
}
