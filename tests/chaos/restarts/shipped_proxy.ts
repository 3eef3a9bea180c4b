import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PROJECT } from '#tests/helpers/imports'
import { freePort } from '#tests/helpers/free_port'
import { until } from '#tests/helpers/until'

const TEMPORARY = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']

/** nginx with the configuration that containers get; only names and addresses are those of this machine. */
export class ShippedProxy implements AsyncDisposable {
  private constructor(
    readonly url: string,
    private readonly folder: string,
    private readonly child: ChildProcess
  ) {}

  /** @param nodes the ports of the nodes that it serves */
  static async start(nodes: readonly number[]): Promise<ShippedProxy> {
    const folder = await mkdtemp(join(tmpdir(), 'chancery-proxy-'))
    await chmod(folder, 0o755)
    const port = await freePort()
    const site = adapted(await shipped(), nodes, port, folder)
    const file = join(folder, 'nginx.conf')
    await writeFile(file, whole(site, folder))
    const args = ['-c', file, '-p', folder, '-e', join(folder, 'error.log')]
    const child = spawn('nginx', args, { stdio: 'inherit', env: withSystemTools() })
    const proxy = new ShippedProxy(`http://127.0.0.1:${port}/chancery`, folder, child)
    await until(() =>
      fetch(proxy.url, { redirect: 'manual' }).then(
        () => true,
        () => false
      )
    )
    return proxy
  }

  /** What it logged as wrong, but for nodes that did not listen: it asks another one then. */
  async complaints(): Promise<string[]> {
    const log = await readFile(join(this.folder, 'error.log'), 'utf8')
    return log
      .split('\n')
      .filter((line) => line.includes('[error]') && !line.includes('Connection refused'))
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const gone = once(this.child, 'exit')
    if (this.child.exitCode === null && this.child.kill('SIGQUIT')) await gone
    await rm(this.folder, { recursive: true, force: true })
  }
}

function withSystemTools(): NodeJS.ProcessEnv {
  return { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` }
}

function shipped(): Promise<string> {
  return readFile(join(PROJECT, 'docker/nginx.conf'), 'utf8')
}

function adapted(site: string, nodes: readonly number[], port: number, folder: string): string {
  const servers = nodes.map((node) => `server 127.0.0.1:${node} max_fails=0;`).join('\n  ')
  const changes: [string, string][] = [
    ['resolver 127.0.0.11 valid=2s ipv6=off;', ''],
    ['server app:3333 resolve max_fails=0;', servers],
    ['listen 80;', `listen 127.0.0.1:${port};`],
    ['/dev/stdout', join(folder, 'access.log')],
    // All that goes wrong is looked at here, and so goes where nginx is told to write it.
    ['error_log /dev/stderr crit;', ''],
    ['error_log /dev/stderr emerg;', ''],
  ]
  return changes.reduce((text, [from, to]) => {
    if (!text.includes(from)) throw new Error(`docker/nginx.conf has no "${from}" any more`)
    return text.replaceAll(from, to)
  }, site)
}

function whole(site: string, folder: string): string {
  const folders = TEMPORARY.map((name) => `${name}_temp_path ${join(folder, name)};`).join('\n')
  const user = process.getuid?.() === 0 ? 'user root;' : ''
  return `${user}
daemon off;
worker_processes 1;
pid ${join(folder, 'pid')};
events {}
http {
${folders}
${site}
}
`
}
