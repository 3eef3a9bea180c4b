import { SECRETS, type ServiceProcess } from '#tests/helpers/service_process'
import { freshName } from '#tests/helpers/main'

const ROLE = 'packer'

/** The administrator of a service in a process of its own. */
export class Administrator {
  private constructor(
    private readonly service: ServiceProcess,
    private readonly token: string
  ) {}

  static async logIn(service: ServiceProcess): Promise<Administrator> {
    const login = { username: 'admin', password: SECRETS.ADMIN_PASSWORD }
    const answer = await service.post('/app/auth/login', login)
    const { data } = (await answer.json()) as { data: { accessToken: string } }
    return new Administrator(service, data.accessToken)
  }

  async status(path: string): Promise<number> {
    return (await this.#send('GET', path)).status
  }

  /** Grants the one menu of a plugin to a role, and calls it otherwise. */
  async grantAndRename(plugin: string, title: string): Promise<void> {
    const { items } = await this.#must('GET', `menus?keyword=${plugin}`)
    const { id } = items[0]
    await this.#must('POST', 'roles', { code: freshName(ROLE), name: 'Packers', menuIds: [id] })
    await this.#must('PUT', `menus/${id}`, { title })
  }

  /** What there is of a plugin, whose one menu and route have its name. */
  async sees(plugin: string) {
    const rows = await this.#send('GET', `/app/${plugin}`)
    const menus = await this.#must('GET', `menus?keyword=${plugin}`)
    const permissions = await this.#must('GET', 'permissions')
    const roles = await this.#must('GET', `roles?keyword=${ROLE}`)
    const { menuIds } = await this.#must('GET', `roles/${roles.items[0].id}`)
    const plugins = await this.#must('GET', 'plugins')
    const { source, version, migrations, mounted } = plugins.find(
      ({ name }: { name: string }) => name === plugin
    )
    return {
      plugin: { source, version, migrations, mounted },
      status: rows.status,
      rows: rows.ok ? await rows.json() : null,
      menus: menus.items.map((menu: { title: string }) => menu.title),
      permissions: permissions
        .filter((permission: { plugin: string }) => permission.plugin === plugin)
        .map(({ code }: { code: string }) => code),
      granted: menuIds.length,
    }
  }

  async #must(method: string, path: string, body?: object) {
    const answer = await this.#send(method, `/app/system/${path}`, body)
    const { data } = (await answer.json()) as { data: any }
    if (!answer.ok) throw new Error(`${method} ${path} is answered with ${answer.status}`)
    return data
  }

  #send(method: string, path: string, body?: object): Promise<Response> {
    const headers = { 'authorization': `Bearer ${this.token}`, 'content-type': 'application/json' }
    const content = body ? { body: JSON.stringify(body) } : {}
    return fetch(this.service.url + path, { method, headers, ...content })
  }
}
