import type { EditorConfiguration } from '../fakes/document_server/configuration.js'
import type { FakeDocumentServer } from '../fakes/document_server/server.js'
import { SECRETS, type ServiceProcess } from '#tests/helpers/service_process'

interface Row {
  id: number
}

const PASSWORD = 'a password of the office 1'

/** An administrator who uses the service as a team would. */
export class Office {
  #token = ''

  constructor(private readonly service: ServiceProcess) {}

  async logIn(): Promise<void> {
    const credentials = { username: 'admin', password: SECRETS.ADMIN_PASSWORD }
    const { accessToken } = await this.call<{ accessToken: string }>(
      'POST',
      '/app/auth/login',
      credentials
    )
    this.#token = accessToken
  }

  async call<T>(method: string, path: string, body?: unknown): Promise<T> {
    const response = await this.request(method, path, body)
    const answer = (await response.json()) as { message: string; data: T }
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${answer.message}`)
    return answer.data
  }

  request(method: string, path: string, body?: unknown): Promise<Response> {
    return fetch(this.service.url + path, {
      method,
      headers: {
        'content-type': 'application/json',
        ...(this.#token ? { authorization: `Bearer ${this.#token}` } : {}),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    })
  }

  /** People, rights, documents with versions and a review, and messages. */
  async settleIn(server: FakeDocumentServer): Promise<void> {
    const department = await this.call<Row>('POST', '/app/system/departments', { name: 'Archive' })
    const { items: menus } = await this.call<{ items: Row[] }>(
      'GET',
      '/app/system/menus?pageSize=200'
    )
    const role = await this.call<Row>('POST', '/app/system/roles', {
      code: 'archivist',
      name: 'Archivist',
      dataScope: 'custom',
      departmentIds: [department.id],
      menuIds: menus.map(({ id }) => id),
    })
    const user = await this.call<Row>('POST', '/app/system/users', {
      username: 'archie',
      nickname: 'Archie',
      password: PASSWORD,
      departmentId: department.id,
      roleIds: [role.id],
    })
    await this.#documents(server, user.id)
    const group = { title: 'Archive', memberIds: [user.id] }
    await this.call('POST', '/app/im/conversations', group)
  }

  /** Opens the document in an editor. */
  async open(id: number, server: FakeDocumentServer) {
    const path = `/app/document/${id}/editor-config`
    return server.open(await this.call<EditorConfiguration>('GET', path))
  }

  async #documents(server: FakeDocumentServer, handlerId: number): Promise<void> {
    const { id } = await this.#document('Saved and restored')
    const editor = await this.open(id, server)
    editor.edit('Before the upgrade.')
    await editor.close()
    await server.settled()
    await this.call('POST', `/app/document/${id}/versions/1/restore`)

    const submitted = await this.#document('Submitted')
    await this.call('POST', `/app/document/${submitted.id}/submit`, { handlerIds: [handlerId] })
    const deleted = await this.#document('Deleted')
    await this.call('DELETE', `/app/document/${deleted.id}`)
  }

  #document(title: string): Promise<Row> {
    return this.call<Row>('POST', '/app/document', { fileType: 'docx', title })
  }
}
